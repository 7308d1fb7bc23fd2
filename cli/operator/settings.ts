import type { Database } from '#db/client';
import { clearSetting, saveSetting, settingRows } from '#db/queries/operator/settings';
import { isSettingKey, parseSetting, SETTING_KEYS, type SettingKey, settingsFrom } from '../../worker/config/settings.ts';
import { changingVerb, plannedBatch, readingVerb, UsageError } from '../lib/verb.ts';

const KEY = { about: 'the name of a setting, see settings list' } as const;

function knownKey(key: string): SettingKey {
  if (isSettingKey(key)) return key;
  throw new UsageError(`There is no setting ${key}. Known: ${SETTING_KEYS.join(', ')}`);
}

/** The value of a setting as it is typed; throws a usage error if it does not fit the setting. */
function parseTyped(name: SettingKey, typed: string): unknown {
  try {
    return parseSetting(name, typed);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type SettingRows = Awaited<ReturnType<typeof settingRows>>;

/** What is in force of a setting with these stored rows, the default where there is none. */
const effective = (rows: SettingRows, name: SettingKey) => settingsFrom(rows, 'production')[name];

const valueOutput = (value: unknown) => ({ text: JSON.stringify(value), json: value });

const list = readingVerb({
  about: 'Prints the settings in force; * marks those with a stored value.',
  args: {},
  options: {},
  run: async (db) => {
    const rows = await settingRows(db);
    const changed = new Set(rows.map((row) => row.key));
    const lines = Object.entries(settingsFrom(rows, 'production')).map(([key, value]) => ({ key, value, is_set: changed.has(key) }));
    return {
      text: lines.map(({ key, value, is_set }) => `${is_set ? '*' : ' '} ${key} = ${JSON.stringify(value)}`).join('\n'),
      json: lines,
    };
  },
});

const get = readingVerb({
  about: 'Prints the value of a setting that is in force.',
  args: { KEY },
  options: {},
  run: async (db, { args }) => {
    const name = knownKey(args.KEY);
    return valueOutput(effective(await settingRows(db), name));
  },
});

/** The plan of a change that leads to these stored rows. */
function planOf(db: Database, name: SettingKey, rowsAfter: SettingRows, change: ReturnType<typeof saveSetting | typeof clearSetting>) {
  const value = effective(rowsAfter, name);
  return plannedBatch(db, {
    would: `${name} would be ${JSON.stringify(value)}.`,
    statements: { change },
    done: () => valueOutput(value),
  });
}

const planRemoval = (db: Database, key: string) =>
  plannedBatch(db, {
    would: `The stored value of ${key}, which is no setting, would be removed.`,
    statements: { change: clearSetting(db, key) },
    done: () => ({ text: `The stored value of ${key} is removed.`, json: null }),
  });

const set = changingVerb({
  about: 'Stores the value of a setting and prints what is in force then.',
  args: { KEY, VALUE: { about: 'JSON, or bare text', takesRest: true } },
  options: {},
  run: async (db, { args }) => {
    const name = knownKey(args.KEY);
    const value = parseTyped(name, args.VALUE);
    const others = (await settingRows(db)).filter(({ key }) => key !== name);
    return planOf(db, name, [...others, { key: name, value }], saveSetting(db, name, value));
  },
});

const reset = changingVerb({
  about: 'Removes the stored value of a setting, so that its default applies.',
  args: { KEY },
  options: {},
  run: async (db, { args }) => {
    const rows = await settingRows(db);
    // A value of another version, whose name is no setting of this one, can be removed, too.
    if (!isSettingKey(args.KEY) && rows.some(({ key }) => key === args.KEY)) return planRemoval(db, args.KEY);
    const name = knownKey(args.KEY);
    return planOf(
      db,
      name,
      rows.filter(({ key }) => key !== name),
      clearSetting(db, name),
    );
  },
});

/** The verbs of `npm run site -- settings`. */
export const SETTINGS_VERBS = { list, get, set, reset };
