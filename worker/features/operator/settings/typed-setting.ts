import { isSettingKey, parseSetting, type SettingKey } from '../../../config/settings.ts';
import { Refusal, refuseFields } from '../../../domain/errors.ts';

/** The setting of a key; refuses with 422 `unknown` for `key` if there is none. */
export const settingOf = (key: string): SettingKey => (isSettingKey(key) ? key : refuseFields({ key: 'unknown' }));

/** A typed value; refuses with 422 `not_allowed` for `typed` and the reason if it does not fit the setting. */
export function typedSetting(key: SettingKey, typed: string): unknown {
  try {
    return parseSetting(key, typed);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal('invalid', { fields: { typed: 'not_allowed' }, details: { reason } });
  }
}
