import { useState } from 'react';

const storageKey = (key: string) => `kept:${key}`;

/** What this tab keeps under a key; nothing is the empty text. */
export function keptText(key: string): string {
  try {
    return sessionStorage.getItem(storageKey(key)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text for as long as this tab and its member's session; an empty one is forgotten. */
export function keepText(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(storageKey(key), text);
    else sessionStorage.removeItem(storageKey(key));
  } catch {
    // Storage is blocked or full: the text lives as long as the page.
  }
}

/** A typed text that survives a reload of this tab; an empty one is forgotten, and begins anew with `initial`. */
export function useKeptText(key: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => keptText(key) || initial);
  const keep = (next: string) => {
    keepText(key, next);
    setText(next);
  };
  return [text, keep];
}
