import type { PublicSettings } from '#contract/settings';
import { getSettings } from '#contract/settings';
import { call } from '../api/call.ts';
import { boot } from '../boot/boot.ts';
import { createStore, useStore } from '../platform/store.ts';

const settings = createStore<PublicSettings>(boot.settings);

export const setSettings = settings.set;
export const onSettings = settings.subscribe;

export const currentSettings = (): PublicSettings => settings.get();

export function useSettings(): PublicSettings {
  return useStore(settings);
}

/** Reloads the settings, for example when a form needs a new CSRF token. Throws CallError. */
export async function refreshSettings(): Promise<PublicSettings> {
  const fresh = await call(getSettings, {});
  settings.set(fresh);
  return fresh;
}
