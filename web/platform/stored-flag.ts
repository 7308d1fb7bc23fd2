import { createStore, type Store, useStore } from './store.ts';
import { readItem, writeItem } from './web-storage.ts';

/**
 * A boolean stored on this device, false at first. If storage is blocked, it lasts as long as the page. `use` is a hook; `isOn` also sees
 * what another tab has set. The storage is read when the flag is first used, not while the modules are evaluated.
 */
export function createStoredFlag(key: string): { use: () => boolean; isOn: () => boolean; set: (isOn: boolean) => void } {
  let store: Store<boolean> | undefined;
  const flag = () => {
    store ??= createStore(readFlag(key) ?? false);
    return store;
  };
  const set = (isOn: boolean) => {
    flag().set(isOn);
    writeItem(key, isOn ? '1' : null);
  };
  // `isOn` reads the storage, because another tab may have changed it.
  return { use: () => useStore(flag()), isOn: () => readFlag(key) ?? flag().get(), set };
}

/** The stored value; null if storage is blocked. */
function readFlag(key: string): boolean | null {
  const text = readItem(key);
  return text === undefined ? null : text === '1';
}
