import { and, desc, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { caseSources, cases } from '#db/schema/index';
import type { Actor } from '../../../worker/domain/moderation/actor.ts';
import { decideCase } from '../../../worker/domain/moderation/decide-case.ts';
import { type DecisionInput, dismissalOf } from '../../../worker/domain/moderation/decision-input.ts';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, heading } from '../support/locators.ts';
import { translationsIn } from '../support/translations.ts';
import { DESKTOP, PHONE, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();
const en = translationsIn('en');
const FACTS = 'You asked three people for money.';
const WARNING = { action: 'warn', ground: { kind: 'rule', code: 'scam' }, facts: FACTS } as const;

const decide = (number: string, decision: Partial<DecisionInput>, actor: Actor = { kind: 'command_line' }) =>
  decideCase(site.db, Date.now(), actor, { ...dismissalOf(number), ...decision });

/** A member whom somebody has reported and about whom the case was decided, with its number. */
async function aDecidedMember(decision: Partial<DecisionInput> = WARNING, traits: Parameters<typeof aMember>[1] = {}) {
  const [reporter, member] = await Promise.all([aMember(site.db), aMember(site.db, { name: 'Bas', locale: 'en', ...traits })]);
  await apiClient(site.url, reporter.cookie).post('/api/report.php', { profile: member.id, reason: 'scam' });
  const number = (await site.db.select().from(cases).where(eq(cases.memberId, member.id)))[0]?.number ?? expect.unreachable();
  await decide(number, decision);
  return { reporter, member, number };
}

/** The number of the open case of an appeal by a member. */
async function appealOf({ id }: TestMember): Promise<string> {
  const isAppeal = and(eq(cases.memberId, id), eq(cases.subjectKind, 'decision'), eq(cases.status, 'open'));
  return (await site.db.select().from(cases).where(isAppeal))[0]?.number ?? expect.unreachable();
}

/** What became of the last complaint of a member: an appeal, or a complaint like any other. */
const kindOfLast = async ({ id }: TestMember) =>
  (await site.db.select().from(caseSources).where(eq(caseSources.memberId, id)).orderBy(desc(caseSources.createdAt)))[0]?.kind;

const article = (page: Page) => page.getByRole('article');
const appealLink = (page: Page, t = en) => article(page).getByRole('link', { name: t('cases:appeal'), exact: true });

async function sendComplaint(page: Page, text: string, t = en): Promise<void> {
  await field(page, t('complaints:text')).fill(text);
  await button(page, t('complaints:send')).click();
  await heading(page, t('complaints:sent_title')).waitFor();
}

test('a member reads the reasons on a phone, appeals once, and reads that the decision stands', async () => {
  const { member, number } = await aDecidedMember();
  const page = await visit(site, { ...PHONE, cookie: member.cookie });
  await page.goto('/notifications');
  await page.locator('a[href="/pages/decisions"]').first().click();
  await untilAddress(page, '/pages/decisions');
  await article(page).getByText(FACTS, { exact: true }).waitFor();
  const sentences = ['did_warn', 'by_person', 'prompted_report'].map((key) => en(`cases:${key}`));
  for (const sentence of [
    ...sentences,
    en('cases:ground_rule', { code: en('cases:code_scam') }),
    en('cases:number', { number: `${number.slice(0, 5)}-${number.slice(5)}` }),
  ])
    await article(page).getByText(sentence).waitFor();
  await page.getByRole('link', { name: en('cases:ways') }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await appealLink(page).click();
  await untilAddress(page, `/complaints?subject=decision&reference=${number}`);
  expect(await field(page, en('complaints:reference_decision')).inputValue()).toBe(number);
  await sendComplaint(page, 'It was my brother.');
  expect(await kindOfLast(member)).toBe('appeal');
  await page.goto('/pages/decisions');
  await article(page).getByText(en('cases:appeal_open'), { exact: true }).waitFor();
  expect(await appealLink(page).count()).toBe(0);

  const operator = await aMember(site.db);
  await decide(await appealOf(member), { facts: 'We asked your bank.' }, { kind: 'operator', memberId: operator.id });
  await page.goto('/pages/decisions');
  await article(page).getByText(en('cases:appeal_upheld'), { exact: true }).waitFor();
  expect([await appealLink(page).count(), await violationsOn(page)]).toEqual([0, []]);
  // Whoever goes on is heard, but the decision is not judged a second time.
  await page.goto(`/complaints?subject=decision&reference=${number}`);
  await sendComplaint(page, 'Please look once more.');
  expect(await kindOfLast(member)).toBe('complaint');
  await page.goto('/pages/decisions');
  await article(page).getByText(en('cases:appeal_upheld'), { exact: true }).waitFor();
});

test('a banned member reads the reasons in Dutch, and is restored after the appeal', async () => {
  const t = translationsIn('nl');
  const { member, number } = await aDecidedMember({ ...WARNING, action: 'ban' }, { locale: 'nl' });
  const page = await visit(site, { ...DESKTOP, locale: 'nl-NL', colorScheme: 'dark', cookie: member.cookie });
  await page.goto('/likes');
  await untilAddress(page, '/pages/ban');
  await page.getByRole('link', { name: t('pages:ban_decision'), exact: true }).click();
  await untilAddress(page, '/pages/decisions');
  await article(page).getByText(t('cases:did_ban'), { exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await appealLink(page, t).click();
  await untilAddress(page, `/complaints?subject=decision&reference=${number}`);
  await page
    .getByRole('form', { name: t('complaints:title'), exact: true })
    .getByLabel(t('complaints:email'), { exact: true })
    .fill(member.email);
  await sendComplaint(page, 'Dat was ik niet.', t);

  const operator = await aMember(site.db);
  const actor = { kind: 'operator', memberId: operator.id } as const;
  await decide(await appealOf(member), { action: 'restore', facts: 'Het was een misverstand.' }, actor);
  await page.goto('/pages/decisions');
  await article(page).getByText(t('cases:appeal_lifted'), { exact: true }).waitFor();
  await page.goto('/likes');
  await untilAddress(page, '/likes');
});

test('a limit and a pause say until when, the latest decision first', async () => {
  const until = Date.now() + 7 * DAY;
  const { reporter, member } = await aDecidedMember({ ...WARNING, action: 'limit', until });
  await apiClient(site.url, reporter.cookie).post('/api/report.php', { profile: member.id, reason: 'spam' });
  const open = and(eq(cases.memberId, member.id), eq(cases.status, 'open'));
  const [second] = await site.db.select().from(cases).where(open);
  await decide(second?.number ?? '', { ...WARNING, action: 'pause', ground: { kind: 'law', code: 'fraud' } });
  const page = await visit(site, { ...PHONE, cookie: member.cookie });
  await page.goto('/pages/decisions');
  await article(page).nth(1).waitFor();
  const [latest, earlier] = await article(page).allInnerTexts();
  expect(latest).toContain(en('cases:did_pause'));
  expect(latest).toContain(en('cases:ground_law', { code: en('cases:code_fraud') }));
  expect(earlier).toContain('you can’t start new conversations');
});

test.each([
  ['name', 'did_remove_name'],
  ['personal', 'did_remove_text'],
] as const)('a removed text is called what it was: %s', async (text, sentence) => {
  const decision = { ...WARNING, action: 'remove_text', text } as const;
  const { member } = await aDecidedMember(decision, { name: 'Call 0900', personal: 'Write to me' });
  const page = await visit(site, { ...PHONE, cookie: member.cookie });
  await page.goto('/pages/decisions');
  await article(page)
    .getByText(en(`cases:${sentence}`), { exact: true })
    .waitFor();
});

test('nobody reads the decision of somebody else, nor appeals against it', async () => {
  const { member, number } = await aDecidedMember();
  const noor = await aMember(site.db, { name: 'Noor', locale: 'en' });
  const page = await visit(site, { ...DESKTOP, cookie: noor.cookie });
  await page.goto(`/pages/decisions?number=${number}`);
  await page.getByText(en('cases:decisions_none'), { exact: true }).waitFor();
  expect(await page.content()).not.toContain(FACTS);
  await page.goto(`/complaints?subject=decision&reference=${number}`);
  await sendComplaint(page, 'I want to know why.');
  expect(await kindOfLast(noor)).toBe('complaint');
  const bas = await visit(site, { ...DESKTOP, cookie: member.cookie });
  await bas.goto('/pages/decisions');
  await appealLink(bas).waitFor();
});

test('a visitor is told how to get there, and comes back to it after the login', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/pages/decisions');
  await page.getByText(en('cases:decisions_visitor'), { exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page
    .getByRole('main')
    .getByRole('link', { name: en('cases:decisions_log_in'), exact: true })
    .click();
  await untilAddress(page, '/login?next=/pages/decisions');
});
