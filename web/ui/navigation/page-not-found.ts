import { useEffect } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { boot } from '../../boot/boot.ts';
import { createStore, useStore } from '../../platform/store.ts';

/** The router's key of the history entry at which the document was opened; `default` is the router's own name for the first one. */
const HistoryState = v.object({ key: v.string() });
const initialKey = () => (v.is(HistoryState, history.state) ? history.state.key : 'default');

/** The key of the history entry whose page does not exist; empty if there is none. The Worker may have found this out for the first one. */
const notFoundKey = createStore(boot.is_missing ? initialKey() : '');

/** Rendered by a screen whose address names something that does not exist. It draws nothing itself: `useIsNotFound` has the 404 page replace the screen. */
export function MarkPageNotFound() {
  const { key } = useLocation();
  useEffect(() => notFoundKey.set(key), [key]);
  return null;
}

/** Whether the present history entry is a page that does not exist. */
export const useIsNotFound = (): boolean => useStore(notFoundKey) === useLocation().key;
