import { createStore, useStore } from './store.ts';

const KEY = 'show_nudity';

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== '1';
  } catch {
    return true;
  }
}

const hidden = createStore(stored());

/** Whether photos that show nudity stay blurred on this device; they do until the member chooses to see them. */
export const useHidesNudity = (): boolean => useStore(hidden);

/** Blurs photos that show nudity, or shows them, and keeps the choice on this device. */
export function setHidesNudity(hides: boolean): void {
  hidden.set(hides);
  try {
    if (hides) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, '1');
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
