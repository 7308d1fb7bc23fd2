import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { emailChanges, knownDevices, members, sessions } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { siteCommandsInProcess } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);
const FROM = Date.UTC(2026, 4, 10);
const SPAN = ['--since', '2026-05-10', '--until', '2026-05-12T18:00'] as const;
const names = new Map<string, string>();

async function aPerson(name: string, traits: Partial<typeof members.$inferInsert> = {}) {
  const member = await aMember(fixture.db, { country: 'NL', createdAt: FROM - DAY, lastActiveAt: FROM - DAY, ...traits });
  names.set(member.id, name);
  return member.id;
}
const aLogin = (memberId: string, createdAt: number, seenAt: number) =>
  fixture.db.insert(sessions).values({ id: newId(), memberId, tokenHash: newId(), device: '', createdAt, seenAt, expiresAt: seenAt + DAY });

beforeAll(async () => {
  await fixture.db.delete(members);
  await aPerson('absent');
  await aPerson('joined later', { createdAt: Date.UTC(2026, 4, 13), lastActiveAt: Date.UTC(2026, 4, 13) });
  await aPerson('fictional', { isFictional: true, lastActiveAt: FROM });
  await aPerson('active', { lastActiveAt: FROM, country: 'DE' });
  const loggedIn = await aPerson('logged in');
  const wentOn = await aPerson('went on');
  const knownDevice = await aPerson('logged out since', { country: 'BE' });
  const moved = await aPerson('moved', { country: null });
  // The factory has opened sessions that are used now.
  await fixture.db.delete(sessions);
  await aLogin(loggedIn, FROM + DAY, FROM + 9 * DAY);
  await aLogin(wentOn, FROM - DAY, FROM + DAY);
  await fixture.db.insert(knownDevices).values({ memberId: knownDevice, device: 'x', seenAt: FROM });
  await fixture.db.insert(emailChanges).values({ id: newId(), memberId: moved, oldEmail: 'a', newEmail: 'b', createdAt: FROM + DAY });
});

test('counts those who had an account, were there, logged in or moved, and their countries', async () => {
  const { says } = await site('member', 'affected', ...SPAN);
  expect(says.split('\n').slice(1, 6)).toEqual([
    '6 members had an account',
    '3 members were there',
    '2 members logged in',
    '1 member asked for another address',
    'By country (all): NL 3, BE 1, DE 1, none 1',
  ]);
});

test.each([
  ['there', ['active', 'logged in', 'went on']],
  ['logged_in', ['logged in', 'logged out since']],
  ['changed_address', ['moved']],
])('lists whom to write to: %s', async (group, expected) => {
  const listed = JSON.parse((await site('member', 'affected', ...SPAN, '--group', group, '--json')).says);
  expect(listed.members.map(({ id }: { id: string }) => names.get(id)).toSorted()).toEqual(expected);
  expect(Object.keys(listed.members[0]).toSorted()).toEqual(['country', 'email', 'id', 'locale', 'status']);
});

test.each([
  [[]],
  [['--since', '2026-02-30']],
  [['--since', '2026-05-12', '--until', '2026-05-10']],
  [['--since', '2026-05-10', '--group', 'everybody']],
])('%j is refused', async (words) => {
  expect((await site('member', 'affected', ...words)).ended).toBe('exit code 2');
});
