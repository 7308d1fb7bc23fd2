import { beforeEach, expect, test } from 'vitest';
import { eventOutbox, sessions } from '#db/schema/index';
import { aMember, aSession } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);

beforeEach(async () => {
  await fixture.db.batch([fixture.db.delete(sessions), fixture.db.delete(eventOutbox)]);
});

const endedEvents = async () =>
  (await fixture.db.select().from(eventOutbox)).map(({ memberId, event }) => [memberId, (event as { type: string }).type]);

test('one member is logged out everywhere, and nobody else', async () => {
  const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
  await aSession(fixture.db, noor.id);
  expect((await site('session', 'end', noor.email, '--dry-run')).says).toContain('would be logged out');
  expect((await fixture.as(noor).get('/api/user.php')).status).toBe(200);
  expect(await site('session', 'end', noor.email)).toEqual(succeeded(`${noor.email} is logged out: 2 sessions.`));
  expect([(await fixture.as(noor).get('/api/user.php')).status, (await fixture.as(bas).get('/api/user.php')).status]).toEqual([403, 200]);
  expect(await endedEvents()).toEqual([
    [noor.id, 'session.ended'],
    [noor.id, 'session.ended'],
  ]);
});

test('everybody is logged out with --all, whose sockets are told', async () => {
  const people = [await aMember(fixture.db), await aMember(fixture.db, { status: 'not_confirmed' })];
  expect(await site('session', 'end', '--all')).toEqual(succeeded('everybody is logged out: 2 sessions.'));
  expect(await Promise.all(people.map(async (member) => (await fixture.as(member).get('/api/user.php')).status))).toEqual([403, 403]);
  expect((await endedEvents()).map(([id]) => id).toSorted()).toEqual(people.map(({ id }) => id).toSorted());
});

test.each([[[]], [['eva@example.org', '--all']]])('neither both nor none may be named: %j', async (words) => {
  const noor = await aMember(fixture.db);
  expect((await site('session', 'end', ...words)).ended).toBe('exit code 2');
  expect((await fixture.as(noor).get('/api/user.php')).status).toBe(200);
});
