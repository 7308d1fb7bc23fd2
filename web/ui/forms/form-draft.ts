import { useState } from 'react';
import { currentUser } from '../../session/user.ts';

/** Whose texts are meant: a member's id; null for whoever is not signed in. */
type Owner = string | null;
const owner = (): Owner => currentUser()?.id ?? null;

/** A member's texts end with their id: about a second after somebody's first page in this browser all others in the tab are removed. */
const storageKey = (key: string, whose: Owner) => `kept:${whose === null ? key : `${key}:${whose}`}`;

/** What this tab keeps under a key for whoever is here now; nothing is the empty text. */
export function keptText(key: string, whose = owner()): string {
  try {
    return sessionStorage.getItem(storageKey(key, whose)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text of whoever is here now, for as long as this tab and their session; an empty one is forgotten. */
export function keepText(key: string, text: string, whose = owner()): void {
  try {
    if (text) sessionStorage.setItem(storageKey(key, whose), text);
    else sessionStorage.removeItem(storageKey(key, whose));
  } catch {
    // Storage is blocked or full: the text lives as long as the page.
  }
}

/** A typed text that survives a reload of this tab; an empty one is forgotten, and begins anew with `initial`. It stays that of whoever began it. */
export function useKeptText(key: string, initial = ''): [string, (text: string) => void] {
  const [whose] = useState(owner);
  const [text, setText] = useState(() => keptText(key, whose) || initial);
  const keep = (next: string) => {
    keepText(key, next, whose);
    setText(next);
  };
  return [text, keep];
}
