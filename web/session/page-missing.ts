import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { createStore, useStore } from './store.ts';

const missing = createStore('');

/** A screen has found that what its address names does not exist: in its place stands the page of a 404. */
export function PageMissing() {
  const { key } = useLocation();
  useEffect(() => missing.set(key), [key]);
  return null;
}

export const useIsMissing = (): boolean => useStore(missing) === useLocation().key;
