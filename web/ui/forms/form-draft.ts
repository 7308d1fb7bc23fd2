import { useState } from 'react';
import { readItem, writeItem } from '../../platform/web-storage.ts';
import { currentUser } from '../../session/user.ts';

/** The owner of a stored text: a member's id, or null for visitors. */
type Owner = string | null;
const currentOwner = (): Owner => currentUser()?.id ?? null;

/** Keys of a member's texts end with the member's id. Soon after a page starts, the texts of other members are removed from the tab. */
const storageKey = (key: string, whose: Owner) => `form/${whose === null ? key : `${key}:${whose}`}`;

/** The text that this tab stores under a key for the present member or visitor; empty if there is none. */
export function readStoredText(key: string, whose = currentOwner()): string {
  return readItem(storageKey(key, whose), 'session') ?? '';
}

/**
 * Stores a text of the present member or visitor until the tab is closed or the session ends; an empty text is removed. Where storage is
 * blocked or full, the text does not survive a reload.
 */
export function storeText(key: string, text: string, whose = currentOwner()): void {
  writeItem(storageKey(key, whose), text || null, 'session');
}

/**
 * State of a typed text that survives a reload of this tab. An empty text is not stored and starts again with `initial`. The owner is the
 * one at the first render.
 */
export function useStoredText(key: string, initial = ''): [string, (text: string) => void] {
  const [whose] = useState(currentOwner);
  const [text, setText] = useState(() => readStoredText(key, whose) || initial);
  const change = (newText: string) => {
    storeText(key, newText, whose);
    setText(newText);
  };
  return [text, change];
}
