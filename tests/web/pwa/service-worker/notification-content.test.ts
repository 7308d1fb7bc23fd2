import { describe, expect, test } from 'vitest';
import type { PushPayload } from '#contract/notifications/push-payload';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { neutralTexts, notificationFor } from '../../../../web/pwa/service-worker/notification-content.ts';

const ME = 'A'.repeat(22);
const OTHER = 'B'.repeat(22);
const WORDS = neutralTexts('en');
const NOTE: PushPayload = { type: 'message', member: ME, unread: 3, title: 'Vonk', body: 'A new message', url: '/chats', tag: 'chat/1' };
const GENERIC = { title: WORDS.title, body: WORDS.body, tag: 'news', url: '/home', badge: null, isAlerting: false };

describe('a push', () => {
  test('for the member of this browser is shown as it came, with its number for the badge', () => {
    const { title, body, url, tag } = NOTE;
    expect(notificationFor(NOTE, ME, WORDS)).toEqual({ title, body, url, tag, badge: 3, isAlerting: true });
  });

  test('for another member shows the general text and leaves the badge alone', () => {
    expect(notificationFor(NOTE, OTHER, WORDS)).toEqual(GENERIC);
  });

  test('shows the general text while nobody is signed in', () => {
    expect(notificationFor(NOTE, null, WORDS)).toEqual(GENERIC);
  });

  test.each([
    undefined,
    null,
    'hello',
    {},
    { ...NOTE, url: 'https://evil.example' },
    { ...NOTE, url: '//evil.example' },
    { ...NOTE, url: '/\\evil.example' },
    { ...NOTE, url: '/\t/evil.example' },
    { ...NOTE, unread: '3' },
  ])('that is malformed shows the general text: %j', (received) => {
    expect(notificationFor(received, ME, WORDS)).toEqual(GENERIC);
  });

  test.each(['like', 'match', 'account', 'offer', 'summary'] as const)('of the type %s does not alert', (type) => {
    expect(notificationFor({ ...NOTE, type }, ME, WORDS).isAlerting).toBe(false);
  });
});

test.each(SHIPPED_LOCALES)('there are texts in %s', (locale) => {
  expect(Object.values(neutralTexts(locale)).every((text) => text.length > 0)).toBe(true);
});
