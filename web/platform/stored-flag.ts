import { createStore, useStore } from './store.ts';

/** A yes or no that is kept on this device; where storage is blocked it lasts as long as the page. It is no until said. */
export function keptFlag(key: string): { use: () => boolean; isOn: () => boolean; set: (isOn: boolean) => void } {
  const flag = createStore(stored(key) ?? false);
  const set = (isOn: boolean) => {
    flag.set(isOn);
    try {
      if (isOn) localStorage.setItem(key, '1');
      else localStorage.removeItem(key);
    } catch {
      // Storage is blocked.
    }
  };
  // Another tab may have said otherwise since.
  return { use: () => useStore(flag), isOn: () => stored(key) ?? flag.get(), set };
}

/** Null where storage is blocked. */
function stored(key: string): boolean | null {
  try {
    return localStorage.getItem(key) === '1';
  } catch {
    return null;
  }
}
