import type { Page } from 'playwright-core';
import { DAY } from '#contract/durations';
import type { PageAction } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';

const NUMBER = 'K7Q2M9XR4T';
const TEXT = 'I paid for fifty credits on Friday and the money was taken twice. Only fifty came.';
const iso = (time: number) => new Date(time).toISOString();

const HOME_CALLS = ['chats.php', 'likes.php', 'search.php'].map((file) => [file, 'GET'] as const);

const formIn = (page: Page) => page.locator('form.complaint-form');
const press = (page: Page) => formIn(page).locator('button[type=submit]').click();

async function fillIn(page: Page): Promise<void> {
  await formIn(page).locator('input[value=payment]').check();
  await formIn(page).locator('textarea').fill(TEXT);
  await formIn(page).locator('input[type=email]').fill('eva@example.org');
  await press(page);
}

async function checkStatus(page: Page): Promise<void> {
  const status = page.locator('#status form');
  await status.locator('input[name=number]').fill(NUMBER);
  await status.locator('input[type=email]').fill('eva@example.org');
  await status.locator('button[type=submit]').click();
}

/** Both lists show their error only after the page has repeated the calls. */
const untilBothFailed: PageAction = (page) => page.locator('.home-top [role=alert]').nth(1).waitFor();

/** The form for complaints in its states, and the home page while it loads and when its calls fail. */
export function complaintAndHomeScenarios(): Scenario[] {
  const path = '/complaints';
  const visitor = { path, isVisitor: true };
  const times = { created_at: iso(Date.now() - 2 * DAY), due_at: iso(Date.now() + 12 * DAY), closed_at: null };
  return [
    { name: 'complaints-mistakes', ...visitor, act: press },
    { name: 'dutch-complaints-mistakes', ...visitor, locale: 'nl-NL', act: press },
    { name: 'dutch-complaints-member', path: `${path}?subject=payment`, isVisitor: false, locale: 'nl-NL' },
    { name: 'classic-complaints', path: `${path}?subject=illegal`, isVisitor: false, template: 'classic' },
    { name: 'complaints-away', ...visitor, refusedCalls: [['complaints.php', 'POST']], act: fillIn },
    { name: 'complaints-sent', ...visitor, answers: { 'complaints.php': { number: NUMBER } }, act: fillIn },
    {
      name: 'complaints-status',
      ...visitor,
      answers: { 'complaints.php': { number: NUMBER, status: 'open', ...times } },
      act: checkStatus,
    },
    { name: 'home-loading', path: '/home', isVisitor: false, hangingCalls: HOME_CALLS },
    { name: 'home-away', path: '/home', isVisitor: false, refusedCalls: HOME_CALLS, act: untilBothFailed },
  ];
}
