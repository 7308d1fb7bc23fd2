import { describe, expect, test } from 'vitest';
import { SHIPPED_LOCALES } from '#contract/primitives';
import type { MailInsert } from '#db/queries/shared/mail-queue';
import { type AddressState, accountsIn, MAILS } from './every-mail.ts';

/** The parts of a mail in which the name stands. */
async function partsWithName(mail: unknown): Promise<string[]> {
  const { subject, text, html, headers } = (await mail) as MailInsert;
  const parts = Object.entries({ subject, text, html, headers: JSON.stringify(headers) });
  return parts.flatMap(([part, content]) => (content?.includes('prize.example') ? part : []));
}

describe.each(SHIPPED_LOCALES)('a mail in %s', (locale) => {
  test.each(Object.entries(MAILS))('of the kind %s names nobody at an address that is not confirmed', async (_, { to, compose }) => {
    const states: readonly AddressState[] = to === 'unproven' ? ['not_confirmed', 'active'] : ['not_confirmed'];
    const accounts = to === 'proven' ? [] : states.flatMap((state) => accountsIn(state, locale));
    for (const account of accounts) expect(await partsWithName(compose(account))).toEqual([]);
  });

  test.each(Object.entries(MAILS))(
    'of the kind %s greets the owner of a confirmed address by name in both parts',
    async (_, { to, compose }) => {
      const greeted = to === 'unproven' ? [] : ['text', 'html'];
      for (const account of accountsIn('active', locale)) expect(await partsWithName(compose(account))).toEqual(greeted);
    },
  );
});
