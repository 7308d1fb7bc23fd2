import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Empty, Id, Timestamp } from '../primitives.ts';

/** Changes of settings that the desk shows. */
export const SETTING_CHANGES_SHOWN = 50;

const Key = v.pipe(v.string('wrong_type'), v.regex(/^[a-z_]{1,64}$/, 'unknown'));
/** A value as it is typed: JSON, or plain text. */
const Typed = v.pipe(v.string('wrong_type'), v.maxLength(20_000, 'too_long'));
/** The value that the operator has seen, as JSON: another one is refused with `conflict`. */
const Seen = v.pipe(v.string('wrong_type'), v.maxLength(40_000, 'too_long'));

/** A setting. `value` is what is in force on a deployed site, `is_set` whether it was changed. */
export const DeskSetting = v.object({ key: v.string(), value: v.unknown(), default: v.unknown(), is_set: v.boolean() });
export const SettingInForce = v.object({ key: v.string(), value: v.unknown() });

/** A change: the stored values before and after it; null stands for none. `by` is the address of the operator. */
export const SettingChange = v.object({
  id: Id,
  key: v.string(),
  before: v.unknown(),
  after: v.unknown(),
  actor: v.string(),
  by: v.nullable(v.string()),
  at: Timestamp,
});

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/operator/settings.php',
  who: 'operators',
  leastRole: 'admin',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ settings: v.array(DeskSetting) }),
  summary: 'The settings in force with their defaults',
});

export const previewSetting = endpoint({
  method: 'POST',
  path: '/api/operator/settings.php',
  who: 'operators',
  leastRole: 'admin',
  limits: 'reads',
  input: v.object({ key: Key, typed: Typed }),
  output: SettingInForce,
  summary: 'What would be in force after a change; a value that does not fit is refused with the reason',
});

export const saveSetting = endpoint({
  method: 'PUT',
  path: '/api/operator/settings.php',
  who: 'operators',
  leastRole: 'admin',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ key: Key, typed: Typed, seen: Seen }),
  output: SettingInForce,
  errors: ['conflict'],
  summary: 'Changes a setting',
});

export const resetSetting = endpoint({
  method: 'DELETE',
  path: '/api/operator/settings.php',
  who: 'operators',
  leastRole: 'admin',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ key: Key, seen: Seen }),
  output: SettingInForce,
  errors: ['conflict'],
  summary: 'Removes the stored value of a setting, so that its default applies',
});

export const listSettingChanges = endpoint({
  method: 'GET',
  path: '/api/operator/setting-changes.php',
  who: 'operators',
  leastRole: 'admin',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ changes: v.array(SettingChange) }),
  summary: 'The latest 50 changes of settings',
});

export const revertSetting = endpoint({
  method: 'POST',
  path: '/api/operator/setting-changes.php',
  who: 'operators',
  leastRole: 'admin',
  needsConfirmation: true,
  limits: 'own_rows',
  input: v.object({ id: Id, seen: Seen }),
  output: Empty,
  status: 204,
  errors: ['not_found', 'conflict'],
  summary: 'Brings back the value that a setting had before a change',
});
