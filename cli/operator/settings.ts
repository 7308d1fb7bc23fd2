import type { Database } from '#db/client';
import { clearSetting, saveSetting, settingRows } from '#db/queries/operator/settings';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { isSettingKey, parseSetting, SETTING_KEYS, type SettingKey, settingsFrom } from '../../worker/config/settings.ts';

export const SETTINGS_USAGE = `npm run site -- settings list
npm run site -- settings get KEY
npm run site -- settings set KEY VALUE     (JSON, or bare text)
npm run site -- settings reset KEY`;

function knownKey(key = ''): SettingKey {
  if (isSettingKey(key)) return key;
  throw new CommandError(key === '' ? SETTINGS_USAGE : `There is no setting ${key}. Known: ${SETTING_KEYS.join(', ')}`);
}

/** The value of a setting as it is typed; throws a command error if it does not fit the setting. */
function parseTyped(name: SettingKey, typed: string): unknown {
  try {
    return parseSetting(name, typed);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The settings in force, with defaults where the operator has set nothing. */
const effectiveSettings = async (db: Database) => settingsFrom(await settingRows(db), 'production');

async function list(db: Database): Promise<void> {
  const changed = new Set((await settingRows(db)).map((row) => row.key));
  // An asterisk marks those that the operator has set.
  for (const [name, value] of Object.entries(await effectiveSettings(db)))
    console.log(`${changed.has(name) ? '*' : ' '} ${name} = ${JSON.stringify(value)}`);
}

/** The verbs of `npm run site -- settings`: list, read, change and reset the settings of the site. */
export const SETTINGS_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = {
  list,
  get: async (db, [key]) => {
    const name = knownKey(key);
    console.log(JSON.stringify((await effectiveSettings(db))[name]));
  },
  set: async (db, [key, ...words]) => {
    const name = knownKey(key);
    await saveSetting(db, name, parseTyped(name, words.join(' ')));
    console.log(JSON.stringify((await effectiveSettings(db))[name]));
  },
  reset: async (db, [key]) => {
    const name = knownKey(key);
    await clearSetting(db, name);
    console.log(JSON.stringify((await effectiveSettings(db))[name]));
  },
};
