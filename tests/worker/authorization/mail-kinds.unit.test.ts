import { expect, test } from 'vitest';
import type { MailInsert } from '#db/queries/shared/mail-queue';
import { accountsIn, MAILS } from '../mail/every-mail.ts';
import { MAIL_ROWS, MAILED_STATES } from './mail-kinds.ts';

type Account = ReturnType<typeof accountsIn>[number];
const ACCOUNTS: readonly Account[] = [...accountsIn('not_confirmed', 'en'), ...accountsIn('active', 'en')];

/** Which facts stand in a mail, to where its links lead, and the names of its headers. */
async function mailSummary(mail: MailInsert, { name, email, id, passwordHash }: Account): Promise<string> {
  const { subject, text, html, headers } = mail;
  const whole = [subject, text, html].join('\n');
  const words = {
    amount: '4.99',
    answer: 'Answer',
    email,
    id,
    name: name.slice(0, 12),
    number: 'A1B2C3D4E5',
    order: '/order',
    password: passwordHash,
  };
  const facts = Object.entries(words).flatMap(([fact, word]) => (whole.includes(word) ? fact : []));
  const links = [...String(text).matchAll(/https:\/\/vonk\.example(\/[^\s=]*)/g)].map(([, path]) => path);
  const names = Object.keys(headers ?? {});
  return [facts.join(' '), [...new Set(links)].join(' '), ...(names.length > 0 ? [names.join(' ')] : [])].join(' | ');
}

test.each(Object.entries(MAIL_ROWS))('a mail of the kind %s holds what the table says', async (kind, row) => {
  const told: Record<string, string> = {};
  for (const [i, state] of MAILED_STATES.entries()) {
    const account = ACCOUNTS[i];
    if (!account || !(state in row)) continue;
    told[state] = await mailSummary((await MAILS[kind as MailInsert['kind']].compose(account)) as MailInsert, account);
  }
  expect(told).toEqual(row);
});

test('the table has columns for unconfirmed addresses where such accounts get the mail', () => {
  const asked = Object.entries(MAIL_ROWS).map(([kind, row]) => [kind, 'unconfirmed' in row]);
  expect(asked).toEqual(Object.entries(MAILS).map(([kind, { to }]) => [kind, to !== 'proven']));
});
