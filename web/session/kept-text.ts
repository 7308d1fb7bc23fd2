import { useState } from 'react';

const storageKey = (key: string) => `kept:${key}`;

function stored(key: string): string {
  try {
    return sessionStorage.getItem(storageKey(key)) ?? '';
  } catch {
    return '';
  }
}

function store(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(storageKey(key), text);
    else sessionStorage.removeItem(storageKey(key));
  } catch {
    // Storage is blocked or full: the text lives as long as the page.
  }
}

/** A typed text that survives a reload of this tab; an empty one is forgotten, and begins anew with `initial`. */
export function useKeptText(key: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => stored(key) || initial);
  const keep = (next: string) => {
    store(key, next);
    setText(next);
  };
  return [text, keep];
}
