import { beforeEach, expect, test } from 'vitest';
import { cancellations } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);
const MADE_AT = Date.UTC(2026, 10, 28, 9, 30);

beforeEach(() => fixture.db.delete(cancellations).then(() => undefined));

async function aCancellation(row: Partial<typeof cancellations.$inferInsert> & { number: string }) {
  const texts = { email: 'eva@example.org', locale: 'de', kind: 'ordinary' as const, orderNumber: '', reason: '' };
  await fixture.db.insert(cancellations).values({ ...texts, createdAt: MADE_AT, ...row });
}

test('the list names what somebody has to look at, the oldest first, and the closed ones apart', async () => {
  const { id } = await aMember(fixture.db);
  expect(await site('cancellation', 'list')).toEqual(succeeded('No open cancellations.'));
  await aCancellation({ number: 'A1B2C3D4E5' });
  await aCancellation({ number: 'B1B2C3D4E5', memberId: id, kind: 'for_cause', createdAt: MADE_AT - 60_000 });
  await aCancellation({ number: 'C1B2C3D4E5', memberId: id, endsOn: '2027-05-01', createdAt: MADE_AT - 120_000 });
  await aCancellation({ number: 'D1B2C3D4E5', memberId: id, closedAt: MADE_AT });
  const { says } = await site('cancellation', 'list');
  expect(says.split('\n').map((line) => [line.slice(0, 10), line.split('  ').at(-1)])).toEqual([
    ['C1B2C3D4E5', 'to end later than what is paid for'],
    ['B1B2C3D4E5', 'for cause: look at the rest of the span'],
    ['A1B2C3D4E5', 'no contract found'],
  ]);
  const closed = JSON.parse((await site('cancellation', 'list', '--closed', '--json')).says);
  expect(closed.map(({ number }: { number: string }) => number)).toEqual(['D1B2C3D4E5']);
});

test('one is shown with its member and cause, whose control characters are not printed', async () => {
  const { id, email } = await aMember(fixture.db);
  await aCancellation({ number: 'A1B2C3D4E5', memberId: id, kind: 'for_cause', orderNumber: 'order-7', reason: 'No \u001b[31mred' });
  const { says } = await site('cancellation', 'show', 'a1b2c3d4e5');
  expect(says).toContain(`Member: ${email}, ${id}; writes de`);
  expect(says).toContain('Order: order-7; to end as early as possible');
  expect(says).not.toContain('\u001b');
  expect((await site('cancellation', 'show', 'ZZZZZZZZZZ')).ended).toBe('exit code 1');
});

test('closing is once, and only tried with --dry-run', async () => {
  await aCancellation({ number: 'A1B2C3D4E5' });
  expect((await site('cancellation', 'close', 'A1B2C3D4E5', '--dry-run')).says).toContain('would be closed');
  expect(await site('cancellation', 'close', 'A1B2C3D4E5')).toEqual(succeeded('Cancellation A1B2C3D4E5 is closed.'));
  expect((await site('cancellation', 'close', 'A1B2C3D4E5')).ended).toBe('exit code 1');
  expect(await site('cancellation', 'list')).toEqual(succeeded('No open cancellations.'));
});
