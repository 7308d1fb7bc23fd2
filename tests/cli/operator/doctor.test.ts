import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { saveSetting } from '#db/queries/operator/settings';
import { clearMigration, noteMigration, noteSweep } from '#db/queries/operator/site-state';
import {
  caseLetters,
  cases,
  complaints,
  eventOutbox,
  fileRemovals,
  images,
  mails,
  removedPhotos,
  reports,
  settings,
  siteState,
} from '#db/schema/index';
import { aMember, anImage, newEmail, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const { db, url } = await testDatabase();
const site = siteCommandsInProcess(() => url);
const COMPANY = {
  name: 'Spark BV',
  email: 'hello@spark.example',
  address: 'Gracht 1',
  kvk: '1',
  city: 'Utrecht',
  country: 'NL',
  tradenames: [],
  vat_numbers: {},
};

const aMail = (tries: number) => ({
  ...{ id: newId(), memberId: null, kind: 'complaint' as const, recipient: newEmail(), subject: 's', text: 't', html: 'h' },
  ...{ createdAt: Date.now() - HOUR, dueAt: Date.now() + DAY, tries },
});

beforeEach(async () => {
  const tables = [caseLetters, cases, settings, mails, eventOutbox, fileRemovals, complaints, reports, images, removedPhotos];
  for (const table of tables) await db.delete(table);
  await saveSetting(db, 'company', COMPANY);
  await saveSetting(db, 'payment_provider', 'stripe');
  await noteSweep(db, Date.now());
  await clearMigration(db);
});

interface Checked {
  readonly check: string;
  readonly is_ok: boolean;
  readonly says: string;
  readonly mend: string | null;
}

/** The checks that ask for attention. */
async function attentions(): Promise<Checked[]> {
  const { says, ended } = await site('doctor', '--json');
  const { ok, checks } = JSON.parse(says) as { ok: boolean; checks: Checked[] };
  const found = checks.filter(({ is_ok }) => !is_ok);
  expect([ok, ended]).toEqual(found.length === 0 ? [true, 'exit code 0'] : [false, 'exit code 1']);
  return found;
}

describe('doctor', () => {
  test('prints a line for each check and ends with 0 if all is well', async () => {
    const { ended, says } = await site('doctor');
    expect(ended).toBe('exit code 0');
    const lines = says.split('\n');
    expect(lines[0]).toBe('ok         database: answers');
    expect(lines.every((line) => line.startsWith('ok         '))).toBe(true);
    expect(lines.map((line) => line.slice(11).split(':')[0])).toEqual([
      ...['database', 'schema', 'migration', 'scheduled handler', 'settings', 'company', 'shop', 'photo check', 'mails', 'mails given up'],
      ...[
        'events',
        'photo files',
        'held photos',
        'unchecked photos',
        'removed photos',
        'orders',
        'cases',
        'letters',
        'complaints',
        'cancellations',
        'reports',
      ],
    ]);
    expect(await attentions()).toEqual([]);
  });

  test('names settings that are ignored, a company that is missing and a closed shop, with their mends', async () => {
    await db.delete(settings);
    await saveSetting(db, 'min_age', 12);
    await saveSetting(db, 'constructor', 1);
    const { ended, says } = await site('doctor');
    expect(ended).toBe('exit code 1');
    expect(says).toContain(
      'attention  settings: stored values that are ignored: min_age, constructor\n' +
        '           mend: npm run site -- settings reset min_age; npm run site -- settings reset constructor',
    );
    expect(says).toContain(
      "attention  company: missing: address, kvk, city, country, email\n           mend: npm run site -- settings set company '{…}'",
    );
    expect(says).toContain(
      'attention  shop: closed, and messages cost credits\n           mend: npm run site -- settings set payment_provider stripe',
    );
  });

  test('names mends of settings that mend them', async () => {
    await saveSetting(db, 'min_age', 12);
    await saveSetting(db, 'constructor', 1);
    expect(await site('settings', 'reset', 'min_age')).toEqual(succeeded('18'));
    expect(await site('settings', 'reset', 'constructor')).toEqual(succeeded('The stored value of constructor is removed.'));
    expect((await site('settings', 'reset', 'constructor')).ended).toBe('exit code 2');
    expect(await attentions()).toEqual([]);
  });

  test('takes a closed shop as well where messages are free, and the test provider as a fault', async () => {
    await saveSetting(db, 'payment_provider', 'test');
    expect((await attentions()).map(({ check }) => check)).toEqual(['shop']);
    await saveSetting(db, 'payment_provider', 'none');
    const countries = 'AU NZ NL BE US CA GB IE DE AT CH IT FR ES PL'.split(' ');
    await saveSetting(db, 'message_prices', Object.fromEntries(countries.map((code) => [code, 0])));
    expect(await attentions()).toEqual([]);
  });

  test('names a migration that is unfinished, and a scheduled handler that is late or has never run', async () => {
    await noteMigration(db, { name: '0013_long', stopsWrites: true, since: Date.parse('2026-12-24T18:00Z') });
    await noteSweep(db, Date.now() - 6 * MINUTE);
    const found = await attentions();
    expect(found.map(({ check, mend }) => [check, mend])).toEqual([
      ['migration', 'npm run migrate'],
      ['scheduled handler', expect.stringContaining('Cron Events')],
    ]);
    expect(found[0]?.says).toBe('0013_long is unfinished since 2026-12-24 18:00 UTC');
    await clearMigration(db);
    await db.delete(siteState);
    expect((await attentions()).map(({ check, says }) => [check, says])).toEqual([['scheduled handler', 'it has never run']]);
  });

  test('counts what waits for too long, and nothing that is in time', async () => {
    const [one, other] = [await aMember(db), await aMember(db)];
    const now = Date.now();
    const event = { memberId: one.id, event: { type: 'resync' }, dueAt: now };
    const complaint = { name: '', locale: 'en', subject: 'other' as const, text: 'x', reference: '', email: newEmail() };
    await db.insert(mails).values([
      { ...aMail(0), createdAt: now },
      { ...aMail(20), acceptedAt: now },
    ]);
    await db.insert(eventOutbox).values({ ...event, id: newId(), createdAt: now });
    await db.insert(fileRemovals).values({ name: newId(), dueAt: now, tries: 4 });
    await db.insert(complaints).values({ ...complaint, number: newId(), createdAt: now - 13 * DAY });
    const photo = await anImage(db, one.id);
    const hold = (columns: Partial<typeof images.$inferInsert>) => db.update(images).set(columns).where(eq(images.id, photo));
    await hold({ heldSince: now - 23 * HOUR, checkTries: 4 });
    const removal = { reason: 'other', removedBy: 'operator', removedAt: now, file: 'a.webp', dueAt: now } as const;
    await db.insert(removedPhotos).values({ ...removal, number: newId(), tries: 4 });
    expect(await attentions()).toEqual([]);
    await hold({ heldSince: now - 25 * HOUR, checkTries: 5 });
    await db.insert(removedPhotos).values({ ...removal, number: newId(), tries: 5 });
    await db.insert(mails).values([aMail(3), aMail(20), { ...aMail(20), dueAt: Number.MAX_SAFE_INTEGER }]);
    await db.insert(eventOutbox).values({ ...event, id: newId(), createdAt: now - HOUR });
    await db.insert(fileRemovals).values({ name: newId(), dueAt: now, tries: 5 });
    await db.insert(complaints).values({ ...complaint, number: newId(), createdAt: now - 15 * DAY });
    await db.insert(reports).values({ id: newId(), reporterId: one.id, reportedId: other.id, reason: 'spam', createdAt: now });
    expect((await attentions()).map(({ check, says }) => `${check}: ${says}`)).toEqual([
      'mails: 2 mails wait for over 10 minutes',
      'mails given up: 1 mail was given up',
      'events: 1 event was taken by no room for 5 minutes',
      'photo files: 1 file could not be removed in 5 tries',
      'held photos: 1 photo has been held for over 24 hours',
      'unchecked photos: 1 photo was sent to the classifier in vain 5 times',
      'removed photos: 1 removed photo could not be hashed in 5 tries',
      'complaints: 1 complaint is late',
      'reports: 1 report is open',
    ]);
  });

  test('says which photo check is set, and where to see whether it is set up', async () => {
    const checkOf = async () => (await site('doctor')).says.split('\n').find((line) => line.includes('photo check'));
    expect(await checkOf()).toBe('ok         photo check: none');
    await saveSetting(db, 'photo_check', 'classifier');
    expect(await checkOf()).toBe('ok         photo check: classifier, if "photo_check" of /api/health.php is true');
  });

  test('names the mend of a schema that is behind or ahead', async () => {
    await db.run(`insert into __drizzle_migrations (hash, created_at) values ('x', 1)`);
    expect((await attentions()).map(({ check, mend }) => [check, mend])).toEqual([
      ['schema', 'git pull && npm ci, then deploy this version'],
    ]);
    await db.run(`delete from __drizzle_migrations where hash = 'x' or created_at = (select max(created_at) from __drizzle_migrations)`);
    const behind = await attentions();
    expect(behind.map(({ check, mend }) => [check, mend])).toEqual([
      ['schema', 'npm run migrate'],
      ['all else', 'npm run migrate'],
    ]);
    await db.run('drop table __drizzle_migrations');
    expect((await attentions())[0]?.says).toMatch(/^0 of \d+ migrations: the database is behind$/);
  });
});
