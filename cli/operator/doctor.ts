import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import { DAY, MINUTE } from '#contract/durations';
import { batch, type Database, isTableMissing } from '#db/client';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { settingRows } from '#db/queries/operator/settings';
import { siteNotes, type UnfinishedMigration } from '#db/queries/operator/site-state';
import { type WaitingWork, waitingWork } from '#db/queries/operator/waiting-work';
import { ignoredSettings, type Settings, settingsFrom } from '../../worker/config/settings.ts';
import { countText, formatUtcMinute } from '../lib/terminal-text.ts';
import { readingVerb } from '../lib/verb.ts';

/** One thing that was checked. `mend` is null if it is as it should be. */
interface Check {
  readonly check: string;
  readonly says: string;
  readonly mend: string | null;
}

const SITE = 'npm run site --';
const SWEEP_LATE_MS = 5 * MINUTE;
const ok = (check: string, says: string): Check => ({ check, says, mend: null });
const attention = (check: string, says: string, mend: string): Check => ({ check, says, mend });

/** The check of a number that should be 0. */
const checkCount = (check: string, count: number, [one, many]: readonly [string, string], mend: string): Check =>
  count === 0 ? ok(check, `no ${many}`) : attention(check, countText(count, one, many), mend);

/** 0 for a database without the table of migrations. */
async function countApplied(db: Database): Promise<number> {
  try {
    return (await appliedMigrations(db))[0]?.applied ?? 0;
  } catch (error) {
    if (isTableMissing(error)) return 0;
    throw error;
  }
}

function checkSchema(applied: number): Check {
  const says = `${applied} of ${countText(KNOWN_MIGRATIONS, 'migration')}`;
  if (applied < KNOWN_MIGRATIONS) return attention('schema', `${says}: the database is behind`, 'npm run migrate');
  if (applied > KNOWN_MIGRATIONS)
    return attention('schema', `${says}: the database is ahead of this version`, 'git pull && npm ci, then deploy this version');
  return ok('schema', says);
}

function checkMigration(migration: UnfinishedMigration | null): Check {
  if (migration === null) return ok('migration', 'none is unfinished');
  return attention('migration', `${migration.name} is unfinished since ${formatUtcMinute(migration.since)}`, 'npm run migrate');
}

/** The scheduled handler runs every minute and notes each run in which it could write. */
function checkSweep(sweptAt: number | null, now: number): Check {
  if (sweptAt === null) return attention('scheduled handler', 'it has never run', 'deploy, and look at [triggers] of wrangler.toml');
  const says = `last ran ${formatUtcMinute(sweptAt)}`;
  if (now <= sweptAt + SWEEP_LATE_MS) return ok('scheduled handler', says);
  return attention(
    'scheduled handler',
    says,
    "look at Cron Events in Cloudflare's dashboard, and whether the disk of the database is full",
  );
}

function checkSettings(ignored: readonly string[]): Check {
  if (ignored.length === 0) return ok('settings', 'every stored value is valid');
  const unknownOrInvalid = `stored values that are ignored: ${ignored.join(', ')}`;
  return attention('settings', unknownOrInvalid, ignored.map((key) => `${SITE} settings reset ${key}`).join('; '));
}

function checkCompany({ company }: Settings): Check {
  const missing = (['name', 'address', 'kvk', 'city', 'country', 'email'] as const).filter((key) => company[key].trim() === '');
  if (missing.length === 0) return ok('company', company.name);
  return attention('company', `missing: ${missing.join(', ')}`, `${SITE} settings set company '{…}'`);
}

/** Whether credits can be bought where messages cost some. The provider's keys belong to the Worker and are not visible from here. */
function checkShop({ payment_provider: provider, message_prices: prices }: Settings): Check {
  if (provider === 'test')
    return attention('shop', 'the provider test does not exist in production', `${SITE} settings set payment_provider stripe`);
  if (provider !== 'none') return ok('shop', `open with ${provider}, if its keys are set: npx wrangler secret list`);
  if (Object.values(prices).every((price) => price === 0)) return ok('shop', 'closed, and messages are free');
  return attention('shop', 'closed, and messages cost credits', `${SITE} settings set payment_provider stripe`);
}

/** Who looks at new photos. The classifier's address and key belong to the Worker and are not visible from here. */
function checkPhotoCheck({ photo_check: kind }: Settings): Check {
  if (kind !== 'classifier') return ok('photo check', kind);
  return ok('photo check', 'classifier, if "photo_check" of /api/health.php is true');
}

/** What waits of photos. */
function checkPhotos(work: WaitingWork): Check[] {
  return [
    checkCount(
      ...(['photo files', work.unremovedFiles, ['file could not be removed in 5 tries', 'files could not be removed in 5 tries']] as const),
      'look at the log lines "at":"photos", then at the photo bucket',
    ),
    checkCount(
      ...([
        'held photos',
        work.longHeldPhotos,
        ['photo has been held for over 24 hours', 'photos have been held for over 24 hours'],
      ] as const),
      `${SITE} photo list`,
    ),
    checkCount(
      ...([
        'unchecked photos',
        work.uncheckedPhotos,
        ['photo was sent to the classifier in vain 5 times', 'photos were sent to the classifier in vain 5 times'],
      ] as const),
      'look at the log lines "at":"photo_check", then at PHOTO_CHECK_URL and PHOTO_CHECK_KEY',
    ),
    checkCount(
      ...([
        'removed photos',
        work.unhashedPhotos,
        ['removed photo could not be hashed in 5 tries', 'removed photos could not be hashed in 5 tries'],
      ] as const),
      'look at the log lines "at":"photo_hash", then at the image service',
    ),
  ];
}

function checkWork(work: WaitingWork): Check[] {
  const mailMend = 'look at the log lines "at":"mail", then at MAIL_URL and MAIL_FROM';
  return [
    checkCount('mails', work.waitingMails, ['mail waits for over 10 minutes', 'mails wait for over 10 minutes'], mailMend),
    checkCount('mails given up', work.givenUpMails, ['mail was given up', 'mails were given up'], mailMend),
    checkCount(
      ...([
        'events',
        work.untakenEvents,
        ['event was taken by no room for 5 minutes', 'events were taken by no room for 5 minutes'],
      ] as const),
      'look at "party" of /api/health.php and the log lines "at":"publish"; with rooms at PartyKit at PARTY_HOST and PARTY_SECRET',
    ),
    ...checkPhotos(work),
    checkCount(
      ...(['orders', work.unsettledOrders, ['order was asked after in vain 5 times', 'orders were asked after in vain 5 times']] as const),
      'look at the log lines "at":"reconcile", then at the keys of the payment provider',
    ),
    checkCount('cases', work.waitingCases, ['case waits for over a day', 'cases wait for over a day'], `${SITE} case list`),
    checkCount(
      ...(['letters', work.givenUpLetters, ['letter of a case was given up', 'letters of cases were given up']] as const),
      `${SITE} case list; ${SITE} case send-again NUMBER`,
    ),
    checkCount('complaints', work.lateComplaints, ['complaint is late', 'complaints are late'], `${SITE} complaint list`),
    checkCount(
      ...(['cancellations', work.openCancellations, ['cancellation needs a person', 'cancellations need a person']] as const),
      `${SITE} cancellation list`,
    ),
    checkCount('reports', work.openReports, ['report is open', 'reports are open'], `${SITE} report list`),
  ];
}

/** All checks. While the schema is behind, the others would ask for tables that may be missing, and are left out. */
async function checksOf(db: Database): Promise<Check[]> {
  const applied = await countApplied(db);
  const now = Date.now();
  const { migration, sweptAt } = await siteNotes(db);
  const first = [ok('database', 'answers'), checkSchema(applied), checkMigration(migration)];
  if (applied < KNOWN_MIGRATIONS) return [...first, attention('all else', 'not checked while the database is behind', 'npm run migrate')];
  const { rows, work } = await batch(db, {
    rows: settingRows(db),
    work: waitingWork(db, now, now - COMPLAINT_ANSWER_DAYS * DAY),
  });
  const settings = settingsFrom(rows, 'production');
  return [
    ...first,
    checkSweep(sweptAt, now),
    checkSettings(ignoredSettings(rows)),
    checkCompany(settings),
    checkShop(settings),
    checkPhotoCheck(settings),
    ...work.flatMap(checkWork),
  ];
}

function lineOf({ check, says, mend }: Check): string {
  return mend === null ? `ok         ${check}: ${says}` : `attention  ${check}: ${says}\n           mend: ${mend}`;
}

/** Checks what an operator can see from the database, and names the mend of what is not as it should be. */
export const doctor = readingVerb({
  about: 'Checks the database, the schema, the settings and what waits, and prints the mend of each fault.',
  args: {},
  options: {},
  run: async (db) => {
    const checks = await checksOf(db);
    const needsAttention = checks.some(({ mend }) => mend !== null);
    return {
      text: checks.map(lineOf).join('\n'),
      json: { ok: !needsAttention, checks: checks.map(({ mend, ...check }) => ({ ...check, is_ok: mend === null, mend })) },
      needsAttention,
    };
  },
});
