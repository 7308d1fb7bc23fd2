import type { Database } from '#db/client';
import { clearSetting, latestSettingChanges, settingChangeById, settingRows } from '#db/queries/operator/settings';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { isSettingKey, parseSetting, SETTING_KEYS, type SettingKey, settingsFrom } from '../../worker/config/settings.ts';
import { planSettingChange, type SettingTarget, settingBefore, settingInForce } from '../../worker/domain/operating/change-setting.ts';
import { isoTime } from '../../worker/lib/iso-time.ts';
import { COMMAND_LINE, orCommandError } from '../lib/operating.ts';
import { formatUtcMinute } from '../lib/terminal-text.ts';
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

/** Changes that `history` prints, the latest ones. */
const CHANGES_SHOWN = 100;

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
    return valueOutput(settingInForce(await settingRows(db), name));
  },
});

/** The plan of a change, which is kept in the history of settings. */
async function planOf(db: Database, key: SettingKey, to: SettingTarget) {
  const plan = await planSettingChange(db, Date.now(), COMMAND_LINE, { key, to });
  return {
    would: `${key} would be ${JSON.stringify(plan.after)}.`,
    apply: async () => {
      await plan.apply();
      return valueOutput(plan.after);
    },
  };
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
    return planOf(db, name, { value: parseTyped(name, args.VALUE) });
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
    return planOf(db, knownKey(args.KEY), 'default');
  },
});

const history = readingVerb({
  about: `Prints the latest ${CHANGES_SHOWN} changes of one setting, or of all, with what was stored before and after.`,
  args: { KEY: { ...KEY, isOptional: true } },
  options: {},
  run: async (db, { args }) => {
    const rows = await latestSettingChanges(db, args.KEY ?? null, CHANGES_SHOWN);
    const stored = (value: unknown) => (value === null || value === undefined ? 'default' : JSON.stringify(value));
    return {
      text:
        rows.length === 0
          ? 'No change is kept.'
          : rows
              .map(
                ({ id, key, before, after, actor, operator, createdAt }) =>
                  `${id}  ${formatUtcMinute(createdAt)}  ${operator ?? actor.replace('_', ' ')}  ${key}: ${stored(before)} → ${stored(after)}`,
              )
              .join('\n'),
      json: rows.map(({ id, key, before, after, actor, operator, createdAt }) => ({
        id,
        at: isoTime(createdAt),
        actor,
        operator,
        key,
        before,
        after,
      })),
    };
  },
});

const revert = changingVerb({
  about: 'Brings back the value that a setting had before a change.',
  args: { ID: { about: 'the id of the change, see settings history' } },
  options: {},
  run: async (db, { args }) => {
    const [change] = await settingChangeById(db, args.ID);
    if (!change) throw new CommandError(`There is no change ${args.ID.slice(0, 40)}.`);
    const words = { not_fitting: `What ${change.key} was before does not fit this version.` };
    const { key, to } = await orCommandError(words, async () => settingBefore(change));
    return planOf(db, key, to);
  },
});

/** The verbs of `npm run site -- settings`. */
export const SETTINGS_VERBS = { list, get, set, reset, history, revert };
