import type { Page } from 'playwright-core';
import { DAY } from '#contract/durations';
import type { PageAction } from '../page-actions.ts';
import type { Scenario, TextChange } from '../scenario.ts';
import { signUpToStep } from './signup-actions.ts';

const NUMBER = '7QK2M9XR4T';
const ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const iso = (time: number) => new Date(time).toISOString();
const ago = (days: number) => iso(Date.now() - days * DAY);

const BAN = {
  ...{ id: ID, number: NUMBER, action: 'ban', removed: null, ground: 'rule', code: 'scam', until: null, is_automated: false },
  prompted_by: 'report',
  facts: 'You asked three people for money within a week, each time for a ticket that was never bought.',
  ...{ decided_at: ago(1), appeal_until: iso(Date.now() + 180 * DAY), appeal: null, ended_at: null },
};
const DECISIONS = [
  BAN,
  {
    ...{ ...BAN, id: 'BBBBBBBBBBBBBBBBBBBBBB', number: '3XW8P1ZK0C', action: 'limit', code: 'spam', until: iso(Date.now() + 6 * DAY) },
    ...{ facts: 'The same first message went to forty people.', decided_at: ago(12), appeal_until: null, appeal: 'open' },
  },
  {
    ...{
      ...BAN,
      id: 'CCCCCCCCCCCCCCCCCCCCCC',
      number: 'M4T6Y2RB9H',
      action: 'remove_photo',
      removed: 'photo',
      ground: 'law',
      code: 'privacy',
    },
    ...{ facts: 'The photo shows a name plate with an address.', prompted_by: 'notice', decided_at: ago(40) },
    ...{ appeal_until: null, appeal: 'lifted', ended_at: ago(31) },
  },
  {
    ...{ ...BAN, id: 'EEEEEEEEEEEEEEEEEEEEEE', number: 'Z8C3K6LP1A', action: 'remove_text', removed: 'message', code: 'harassment' },
    ...{ facts: 'The message threatened somebody after a clear no.', decided_at: ago(60) },
  },
  {
    ...{ ...BAN, id: 'DDDDDDDDDDDDDDDDDDDDDD', number: 'Q0N7D5VG2J', action: 'warn', code: 'harassment', prompted_by: 'own_initiative' },
    ...{ facts: 'Three messages went on after a clear no.', decided_at: ago(90), appeal_until: null, appeal: 'upheld' },
  },
];

const noticeForm = (page: Page) => page.locator('form.notice-form');
const sendNotice = (page: Page) => noticeForm(page).locator('button[type=submit]').click();
const chooseChildAbuse: PageAction = (page) => noticeForm(page).locator('input[value=child_abuse]').check();

const fillNotice: PageAction = async (page) => {
  const form = noticeForm(page);
  await form.locator('input[name=where]').fill('https://vonk.example/members/k7q2m9xr4t');
  await form.locator('input[value=fraud]').check();
  await form.locator('textarea').fill('The profile asks for money for a ticket. That is fraud.');
  await form.locator('input[name=name]').fill('Mila de Wit');
  await form.locator('input[type=email]').fill('mila@example.org');
  await form.locator('input[type=checkbox]').check();
  await sendNotice(page);
};

function caseScenarios(): Scenario[] {
  const notice = { path: '/pages/notice', isVisitor: true };
  const decisions = { path: '/pages/decisions', isVisitor: false };
  const full = { ...decisions, answers: { 'decisions.php': { decisions: DECISIONS } } };
  return [
    { name: 'notice-mistakes', ...notice, act: sendNotice },
    { name: 'german-notice-mistakes', ...notice, locale: 'de-DE', act: sendNotice },
    { name: 'notice-anonymous', ...notice, act: chooseChildAbuse },
    { name: 'notice-away', ...notice, refusedCalls: [['notice.php', 'POST']], act: fillNotice },
    { name: 'notice-sent', ...notice, answers: { 'notice.php': { number: NUMBER } }, act: fillNotice },
    { name: 'classic-notice', ...notice, template: 'classic' },
    { name: 'decisions', ...full },
    { name: 'german-decisions', ...full, locale: 'de-DE' },
    { name: 'classic-decisions', ...full, template: 'classic' },
    { name: 'decisions-nothing', ...decisions, answers: { 'decisions.php': { decisions: [] } } },
    {
      name: 'decisions-away',
      ...decisions,
      refusedCalls: [['decisions.php', 'GET']],
      act: (page) => page.locator('[role=alert]').waitFor(),
    },
    { name: 'appeal', path: `/complaints?subject=decision&reference=${NUMBER}`, isVisitor: false },
  ];
}

const asked: TextChange = (text) => text.replaceAll('"asks_tracking_consent":false', '"asks_tracking_consent":true');
const unconsented: TextChange = (text) =>
  text
    .replaceAll('"has_unconsented_answers":false', '"has_unconsented_answers":true')
    .replaceAll(/"sensitive_consent":\{[^}]*\}/g, '"sensitive_consent":null');

const untilBanner: PageAction = (page) => page.locator('.tracking-banner').waitFor();
const untilDialog: PageAction = (page) => page.locator('dialog').waitFor();

/** Chooses whom to meet on the step about oneself and goes on without the consent. */
const leaveConsentOut: PageAction = async (page) => {
  await signUpToStep(4)(page);
  await page.locator('.birth-field input').first().fill('17');
  await page.locator('.birth-field select').selectOption('5');
  await page.locator('.birth-field input').last().fill('1994');
  await page.locator('label:has(input[name=gender][value=male])').click();
  await page.locator('label:has(input[name=wanted][value=female])').click();
  await page.locator('.split-foot button').first().click();
  await page.locator('.sensitive-consent [role=alert]').waitFor();
};

const withdraw: PageAction = async (page) => {
  await page.locator('#sensitive .btn').click();
  await untilDialog(page);
};

function consentScenarios(): Scenario[] {
  const campaign = { path: '/?network=ads', isVisitor: true, changeDocument: asked, act: untilBanner };
  const waiting = { path: '/members', isVisitor: false, changeDocument: unconsented, changedAnswers: { 'user.php': unconsented } };
  return [
    { name: 'tracking-banner', ...campaign },
    { name: 'german-tracking-banner', ...campaign, locale: 'de-DE' },
    { name: 'tracking-banner-signup', ...campaign, path: '/signup?network=ads' },
    { name: 'consent-dialog', ...waiting, act: untilDialog },
    { name: 'polish-consent-dialog', ...waiting, locale: 'pl-PL', act: untilDialog },
    { name: 'consent-signup', path: '/signup', isVisitor: true, act: leaveConsentOut },
    { name: 'consent-settings', path: '/profile/settings#sensitive', isVisitor: false },
    { name: 'consent-settings-waiting', ...waiting, path: '/profile/settings#sensitive', act: (page) => page.keyboard.press('Escape') },
    { name: 'consent-withdraw', path: '/profile/settings#sensitive', isVisitor: false, act: withdraw },
  ];
}

const sendCancellation = (page: Page) => page.locator('main form button[type=submit]').click();

const fillCancellation: PageAction = async (page) => {
  await page.locator('main form input[type=email]').fill('mila@example.org');
  await sendCancellation(page);
};

function cancellationScenarios(): Scenario[] {
  const visitor = { path: '/cancellation', isVisitor: true };
  return [
    { name: 'german-cancellation-mistakes', ...visitor, locale: 'de-DE', act: sendCancellation },
    {
      name: 'cancellation-sent',
      ...visitor,
      answers: { 'cancellations.php': { number: NUMBER, received_at: iso(Date.now()) } },
      act: fillCancellation,
    },
  ];
}

/** Notices, decisions, consents and cancellations in their states. */
export const caseAndConsentScenarios = (): Scenario[] => [...caseScenarios(), ...consentScenarios(), ...cancellationScenarios()];
