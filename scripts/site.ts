import { openDatabase } from '#db/client';
import { clearSetting, saveSetting, settingRows } from '#db/queries/settings';
import { isSettingKey, parseSetting, SETTING_KEYS, settingsFrom } from '../worker/domain/settings.ts';
import { runCommand } from './support/command.ts';
import { openDatabaseServer } from './support/database.ts';
import { Refusal } from './support/refusal.ts';
import { readVariables } from './support/variables.ts';

const USAGE = `npm run site -- settings list
npm run site -- settings get KEY
npm run site -- settings set KEY VALUE     (JSON, or bare text)
npm run site -- settings reset KEY`;

const [area, verb, key = '', ...words] = process.argv.slice(2);
if (area !== 'settings' || !['list', 'get', 'set', 'reset'].includes(verb ?? '')) {
  console.error(USAGE);
  process.exit(1);
}

function knownKey() {
  if (isSettingKey(key)) return key;
  throw new Refusal(key === '' ? USAGE : `There is no setting ${key}. Known: ${SETTING_KEYS.join(', ')}`);
}

await runCommand(async (lifetime) => {
  const variables = readVariables();
  const { url, stop } = await openDatabaseServer(variables);
  lifetime.defer(stop);
  const db = openDatabase(url, variables.dbToken ?? undefined);
  const inForce = async () => settingsFrom(await settingRows(db), 'production');
  if (verb === 'list') {
    const changed = new Set((await settingRows(db)).map((row) => row.key));
    for (const [name, value] of Object.entries(await inForce()))
      console.log(`${changed.has(name) ? '*' : ' '} ${name} = ${JSON.stringify(value)}`);
    return;
  }
  const name = knownKey();
  if (verb === 'reset') await clearSetting(db, name);
  if (verb === 'set') await saveSetting(db, name, parsed(name, words.join(' ')));
  console.log(JSON.stringify((await inForce())[name]));
});

function parsed(name: Parameters<typeof parseSetting>[0], typed: string): unknown {
  try {
    return parseSetting(name, typed);
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}
