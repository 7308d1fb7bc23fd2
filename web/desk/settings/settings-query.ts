import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint';
import { listSettingChanges, listSettings } from '#contract/operator/operated-settings';
import { call } from '../../api/call.ts';

export type DeskSetting = OutputOf<typeof listSettings>['settings'][number];
export type DeskSettingChange = OutputOf<typeof listSettingChanges>['changes'][number];

export const SETTINGS_KEY = ['desk', 'settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: [...SETTINGS_KEY, 'in force'],
  queryFn: async ({ signal }) => (await call(listSettings, {}, { signal })).settings,
});

export const settingChangesQuery = queryOptions({
  queryKey: [...SETTINGS_KEY, 'history'],
  queryFn: async ({ signal }) => (await call(listSettingChanges, {}, { signal })).changes,
});

/** A value as it is shown and typed: a text without quotes, anything else as JSON. */
export const valueText = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value));
