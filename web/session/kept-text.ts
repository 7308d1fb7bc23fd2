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

/** A typed text that survives a reload of this tab; an empty one is forgotten. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => stored(key));
  const keep = (next: string) => {
    store(key, next);
    setText(next);
  };
  return [text, keep];
}
