import { expect, test } from 'vitest';
import type { LimitName } from '#contract/limits';
import { settingsFrom } from '../../../worker/config/settings.ts';
import { limitsOfCall } from '../../../worker/domain/limits.ts';
import { sha256 } from '../../../worker/lib/crypto.ts';

const EMAIL = 'noor@example.org';

/** The keys of the counters of a call, of a member or of a visitor, from a device that may be known for an address. */
async function countersOf(limits: readonly LimitName[], memberId: string | null, { input = {}, device = null as string | null } = {}) {
  const caller = {
    settings: settingsFrom([], 'production'),
    visitor: { network: 'network', country: null, networkCountry: 'XX', locale: 'en', device: '', isPageHidden: false, origin: '' },
    session: { credential: memberId === null ? null : { memberId, tokenHash: '' }, start() {}, renew() {}, end() {} },
    knownDevice: { idFor: async (email: string) => (email === EMAIL ? device : null), prepare: async () => ({ keep() {} }), forget() {} },
  } as const;
  return (await limitsOfCall({ limits: [...limits] }, caller, input)).counters.map(({ key }) => key);
}

test('a visitor has neither the counter of an account nor that of a conversation', async () => {
  const input = { conversation: { id: 'talk' } };
  const limits = ['likes_a_minute', 'messages_to_one_a_minute', 'match_counts_a_minute'] as const;
  expect(await countersOf(limits, null, { input })).toEqual(['match_counts_a_minute:network']);
  expect(await countersOf(limits, 'noor', { input })).toEqual([
    'likes_a_minute:noor',
    'messages_to_one_a_minute:noor:talk',
    'match_counts_a_minute:network',
  ]);
});

test('an address is counted by its hash, with the network, or by the device that is known for it', async () => {
  const limits = ['address_mails_an_hour', 'logins_an_hour', 'network_logins_an_hour'] as const;
  const hash = await sha256(EMAIL);
  expect(await countersOf(limits, null, { input: { email: EMAIL } })).toEqual([
    `address_mails_an_hour:${hash}`,
    `logins_an_hour:${hash}:network`,
    'network_logins_an_hour:network',
  ]);
  expect(await countersOf(limits, null, { input: { email: EMAIL }, device: 'phone' })).toEqual([
    `address_mails_an_hour:${hash}`,
    `logins_an_hour:${hash}:device:phone`,
    `network_logins_an_hour:${hash}:device:phone`,
  ]);
});

test('what is counted by stored rows has no counter', async () => {
  expect(await countersOf(['reports_a_day', 'webhooks_a_minute'], 'noor')).toEqual([]);
});
