import { describe, expect, test } from 'vitest';
import { settingsFrom } from '../../../worker/config/settings.ts';
import { priceOf } from '../../../worker/features/chat/message-price.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const settings = settingsFrom(
  [
    { key: 'message_prices', value: { NL: 2, BE: 3, PL: 0 } },
    { key: 'default_country', value: 'BE' },
  ],
  'production',
);

const paying = { id: 'me', paymentCountry: 'NL', premiumUntil: null };
const premium = { ...paying, premiumUntil: NOW + 1 };
const stranger = { sender: paying, isMatch: false, isToFictional: false, firstSenderId: null };

describe('the price of a message', () => {
  test.each([
    ['a first message to a stranger', stranger, 2, 'priced'],
    ['a further message of who wrote first', { ...stranger, firstSenderId: 'me' }, 2, 'priced'],
    ['an answer to who wrote first', { ...stranger, firstSenderId: 'them' }, 0, 'reply'],
    ['a message to a match', { ...stranger, isMatch: true }, 0, 'match'],
    ['a message to a fictional profile', { ...stranger, isToFictional: true }, 0, 'fictional'],
    ['a message with premium', { ...stranger, sender: premium }, 0, 'premium'],
    ['a message in the last instant of premium', { ...stranger, sender: { ...paying, premiumUntil: NOW } }, 2, 'priced'],
    ['a message of a payer in Belgium', { ...stranger, sender: { ...paying, paymentCountry: 'BE' } }, 3, 'priced'],
    ['a message of a payer whose country is not known', { ...stranger, sender: { ...paying, paymentCountry: null } }, 3, 'priced'],
    ['a message of a payer in a country that is not served', { ...stranger, sender: { ...paying, paymentCountry: 'JP' } }, 3, 'priced'],
    ['a message where it costs nothing', { ...stranger, sender: { ...paying, paymentCountry: 'PL' } }, 0, 'priced'],
    ['a message where no price is set', { ...stranger, sender: { ...paying, paymentCountry: 'FR' } }, 1, 'priced'],
  ])('%s', (_, question, credits, reason) => {
    expect(priceOf(question, settings, NOW)).toEqual({ credits, reason });
  });

  test('names premium before a match, a match before a fictional profile, a fictional profile before an answer', () => {
    const all = { sender: premium, isMatch: true, isToFictional: true, firstSenderId: 'them' };
    expect(priceOf(all, settings, NOW).reason).toBe('premium');
    expect(priceOf({ ...all, sender: paying }, settings, NOW).reason).toBe('match');
    expect(priceOf({ ...all, sender: paying, isMatch: false }, settings, NOW).reason).toBe('fictional');
  });
});
