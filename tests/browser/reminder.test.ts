import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { members } from '#db/schema/index';
import { aMember } from '../support/factories.ts';
import { violationsOn } from './support/axe.ts';
import { button, link } from './support/places.ts';
import { openAtRest } from './support/rest.ts';
import { shiftOf } from './support/shift.ts';
import { browsedSite } from './support/site.ts';
import { DESKTOP, PHONE, untilAddress, visit } from './support/visit.ts';
import { say } from './support/words.ts';

const site = browsedSite();

async function open(path: string, traits: Partial<typeof members.$inferInsert>, view = PHONE): Promise<{ page: Page; email: string }> {
  const { cookie, email } = await aMember(site.db, traits);
  const page = await visit(site, { ...view, cookie });
  await openAtRest(page, path);
  return { page, email };
}

const bar = (page: Page) => page.getByRole('complementary', { name: say('reminder:label') });

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('the reminder on %s', (_, view) => {
  test('of the letter moves nothing, sends it again and leads to another address', async () => {
    const { page, email } = await open('/notifications', { status: 'not_confirmed' }, view);
    await bar(page).getByText(say('reminder:mail_text', { email })).waitFor();
    expect(await shiftOf(page)).toBeLessThan(0.02);
    expect(await violationsOn(page)).toEqual([]);
    await button(page, say('reminder:mail_send')).click();
    await bar(page).getByText(say('reminder:mail_sent', { email })).waitFor();
    await link(page, say('reminder:mail_change')).click();
    await untilAddress(page, '/profile#email');
    await page.getByLabel(say('account:email_other')).waitFor();
  });
});

describe('the reminder', () => {
  test('of the sign-up leads on with it', async () => {
    const { page } = await open('/likes', { status: 'not_confirmed', lastSignupStep: 2 });
    await bar(page).getByText(say('reminder:sign_up_title')).waitFor();
    expect(await link(page, say('reminder:sign_up_do')).getAttribute('href')).toBe('/complete-signup');
  });

  test('rests for a day where it is put away', async () => {
    const { page } = await open('/likes', { status: 'not_confirmed' });
    await button(page, say('reminder:close')).click();
    await bar(page).waitFor({ state: 'detached' });
    await openAtRest(page, '/members');
    expect(await bar(page).count()).toBe(0);
  });

  test.each([
    ['in chats', '/chats', { status: 'not_confirmed' }],
    ['with a confirmed address', '/members', {}],
  ] as const)('is not there %s', async (_, path, traits) => {
    const { page } = await open(path, traits);
    expect(await bar(page).count()).toBe(0);
  });
});
