import { useEffect } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { boot } from '../../boot/boot.ts';
import { createStore, useStore } from '../../platform/store.ts';

/** The router's name for the place at which a document is opened. */
const KeyOfPlace = v.object({ key: v.string() });
const firstKey = () => (v.is(KeyOfPlace, history.state) ? history.state.key : 'default');

/** The place of which it is known; the Worker may have found it out for the one that this document was opened at. */
const missing = createStore(boot.is_missing ? firstKey() : '');

/** A screen has found that what its address names does not exist: in its place stands the page of a 404. */
export function PageMissing() {
  const { key } = useLocation();
  useEffect(() => missing.set(key), [key]);
  return null;
}

export const useIsMissing = (): boolean => useStore(missing) === useLocation().key;
