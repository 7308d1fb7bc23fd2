import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { insertNotificationBundle } from '#db/queries/credits/order-notifications';
import { accountNotifications, mails } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const AT = { createdAt: 1, dueAt: 1 };

/** How many notifications and mails a member gets of an event. */
async function tell(memberId: string, when = sql`true`) {
  const bundle = {
    notification: { id: newId(), memberId, kind: 'account' as const, event: 'premium_renewed', createdAt: 1 },
    push: { id: newId(), memberId, kind: 'account' as const, tag: 'account', ...AT },
    mail: { id: newId(), memberId, kind: 'premium_renewed' as const, recipient: '', subject: '', text: '', html: '', ...AT },
  };
  await batch(db, insertNotificationBundle(db, bundle, when));
  const told = await Promise.all([
    db.select().from(accountNotifications).where(eq(accountNotifications.memberId, memberId)),
    db.select().from(mails).where(eq(mails.memberId, memberId)),
  ]);
  return told.map(({ length }) => length);
}

test.each([
  ['active', 1],
  ['not_confirmed', 1],
  ['deleted', 0],
  ['banned', 0],
] as const)('an account event of a member who is %s is mailed: %i', async (status, count) => {
  const noor = await aMember(db, { status });
  expect(await tell(noor.id)).toEqual([1, count]);
});

test('nothing is mailed of an event that did not happen', async () => {
  const noor = await aMember(db);
  expect(await tell(noor.id, sql`false`)).toEqual([0, 0]);
});
