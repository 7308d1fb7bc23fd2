import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import type { SendPassFacts } from '#db/queries/chat/send-message';
import { issueSendPass, readSendPass } from '../../../worker/features/chat/send-pass.ts';

const ctx = { env: { SIGNING_KEY: 'a-signing-key-of-at-least-32-characters' }, now: Date.parse('2026-05-01T12:00:00Z') };
const facts: SendPassFacts = {
  paymentCountry: 'NL',
  premiumUntil: null,
  recipientId: 'bas',
  isToFictional: 0,
  isMatch: 0,
  firstSenderId: 'noor',
};

test('a send pass is read by its member, in its conversation, for an hour', async () => {
  const pass = await issueSendPass(ctx, 'noor', 'talk', facts, null);
  expect(await readSendPass(ctx, pass, 'noor', 'talk')).toEqual(facts);
  expect(await readSendPass(ctx, pass, 'bas', 'talk')).toBeNull();
  expect(await readSendPass(ctx, pass, 'noor', 'another')).toBeNull();
  expect(await readSendPass({ ...ctx, now: ctx.now + HOUR }, pass, 'noor', 'talk')).toBeNull();
});

test('a send pass is issued where missing credits are all that forbids a message, and not for a first one', async () => {
  expect(await issueSendPass(ctx, 'noor', 'talk', facts, 'not_enough_credits')).not.toBe('');
  expect(await issueSendPass(ctx, 'noor', 'talk', facts, 'blocked')).toBe('');
  expect(await issueSendPass(ctx, 'noor', 'talk', { ...facts, firstSenderId: null }, null)).toBe('');
});
