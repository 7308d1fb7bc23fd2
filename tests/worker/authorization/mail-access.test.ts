import { beforeAll, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import { type Cell, cellsOf, MET_OWNERS, type MetOwner } from './access-columns.ts';
import { aPerson, factsIn, type Person, TRAITS_OF_OWNER, TRAITS_OF_ROLE } from './access-fixture.ts';
import { describeRows } from './describe-rows.ts';
import { NEWS_MAIL_ACCESS } from './mail-access.ts';
import { newsStatements, SESSION_ENDS } from './news-fixture.ts';

const site = testSite();
const senders = new Map<MetOwner, Person>();
const receivers = new Map<string, Person>();
/** The texts of all mails, by the address that they went to. */
let mails: ReadonlyMap<string, readonly unknown[]>;

/** Makes the receiver of one cell, who is away, with news that has waited for eleven minutes. */
async function prepareCell(name: string, { role, column }: Cell): Promise<void> {
  const now = Date.now();
  const receiver = await aPerson(site, { ...TRAITS_OF_ROLE[role](), lastActiveAt: now - HOUR });
  receivers.set(`${name} ${role} ${column}`, receiver);
  const owner = column as MetOwner;
  const sender = senders.get(owner);
  if (!sender) throw new Error(`nobody is ${column}`);
  const end = SESSION_ENDS[role];
  const [mail, , , kind = ''] = name.split(' ');
  const matrix = Object.fromEntries(['message', 'like', 'match'].map((one) => [one, { mail: 'daily' }]));
  await site.db.$client.batch([
    ...newsStatements(kind, owner, { sender, receiver, conversation: newId(), at: now - 11 * MINUTE }),
    ...(end ? [{ sql: end, args: [receiver.id] }] : []),
    ...(mail === 'summary'
      ? [
          {
            sql: 'insert into notification_settings (member_id, matrix, daily_due_at, daily_since) values (?, ?, ?, ?)',
            args: [receiver.id, JSON.stringify(matrix), now - 1, now - DAY],
          },
        ]
      : []),
  ]);
}

/** The number of mails that were sent. */
async function countMails(): Promise<number> {
  const { rows } = await site.db.$client.execute('select count(*) as n from mails where accepted_at is not null');
  return Number(rows[0]?.n);
}

beforeAll(async () => {
  for (const owner of MET_OWNERS) senders.set(owner, await aPerson(site, TRAITS_OF_OWNER[owner]()));
  for (const [name, row] of Object.entries(NEWS_MAIL_ACCESS.rows)) {
    for (const cell of cellsOf(row, NEWS_MAIL_ACCESS.kindOf(name))) await prepareCell(name, cell);
  }
  // A run writes some of them; nothing is left to write once two runs have written nothing.
  const counts: number[] = [];
  const isDone = async () => {
    await site.worker.scheduled();
    counts.unshift(await countMails());
    return (counts[0] ?? 0) > 0 && counts[0] === counts[2];
  };
  await vi.waitUntil(isDone, { timeout: WAIT_TIMEOUT_MS });
  const { rows } = await site.db.$client.execute('select * from mailbox');
  mails = Map.groupBy(rows, ({ recipient }) => String(recipient));
});

describeRows(NEWS_MAIL_ACCESS, async (name, role, column) => {
  const receiver = receivers.get(`${name} ${role} ${column}`);
  const sender = senders.get(column as MetOwner);
  if (!receiver || !sender) throw new Error(`no cell ${name} ${role} ${column}`);
  const received = mails.get(receiver.email) ?? [];
  const texts = received.map((mail) => `own ${factsIn(JSON.stringify(mail), receiver)} | ${factsIn(JSON.stringify(mail), sender)}`);
  return texts.join(' + ') || 'no mail';
});
