import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MAIL_TRIES } from '#db/queries/shared/mail-queue';
import { caseActivity, caseLetters, caseSources, cases, images, mails, memberPrompts, members, operatorSessions } from '#db/schema/index';
import { decideCase } from '../../../worker/domain/moderation/decide-case.ts';
import { dismissalOf } from '../../../worker/domain/moderation/decision-input.ts';
import { newReferenceNumber } from '../../../worker/lib/reference-number.ts';
import { aMember } from '../../support/database/factories.ts';
import { interceptCalls, refusal, stubCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { chooseRadio, hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { until, untilAddress } from '../support/visit.ts';
import { caseHeading, deskCasesFixture, takeCase, writeWarning } from './cases-fixture.ts';

const fixture = deskCasesFixture();
const { site, deskOf, aReport } = fixture;

const FACTS = 'You asked three people for money. Do not.';

describe('by keyboard alone', () => {
  test('from the queue over evidence and photo to the letters', async () => {
    const { number, photo, member } = await aReport({ text: 'He wants my money', message: 'Send me 500 euro' });
    const { page } = await deskOf('moderator', '/cases');
    await page.getByRole('link', { name: 'Bas' }).waitFor();
    await page.keyboard.press('j');
    await until(() => hasFocus(page.getByRole('link', { name: 'Bas' }))).toBe(true);
    await page.keyboard.press('n');
    await until(() => hasFocus(caseHeading(page, number))).toBe(true);
    await page.getByText('You have this case.').waitFor();

    // What was reported, and of the conversation nothing else.
    for (const words of ['He wants my money', 'Send me 500 euro', 'I love the sea']) await page.getByText(words).waitFor();
    expect(await fixture.photosLookedAt(number)).toEqual([]);
    await page.keyboard.press('p');
    const shown = page.getByRole('button', { name: 'Hide photo 1' });
    await until(() => hasFocus(shown)).toBe(true);
    await until(() => shown.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(320);
    expect(await fixture.photosLookedAt(number)).toEqual([`photo:${photo}`]);
    await page.keyboard.press('h');
    await until(() => page.getByRole('button', { name: 'Show photo 1' }).count()).toBe(1);

    await page.keyboard.press('d');
    await chooseRadio(page, page.getByRole('group', { name: 'What do you do?' }), 'Warn');
    await tabTo(page, page.getByLabel('Against what?'));
    await page.keyboard.type('Scam');
    await tabTo(page, page.getByLabel('What did you find?'));
    // Every letter that is a shortcut is typed as text here.
    await page.keyboard.type(FACTS);
    await pressOn(page, page.getByRole('button', { name: 'Look at it first' }));
    const preview = page.getByRole('alertdialog', { name: 'Warn: is this right?' });
    await preview.getByText('This is against our rules: a scam or asking for money.').first().waitFor();
    await preview.getByText(FACTS).waitFor();
    expect([await hasFocus(preview.getByRole('button', { name: 'Back' })), await violationsOn(page)]).toEqual([true, []]);
    await pressOn(page, preview.getByRole('button', { name: 'Decide' }));
    await until(() => hasFocus(page.getByRole('heading', { name: 'Decision', exact: true }))).toBe(true);
    await page.getByText('Against a rule of the site: Scam, or asking for money').waitFor();
    const [decision] = await fixture.decisionsOf(number);
    expect(decision).toMatchObject({ action: 'warn', ground: 'rule', code: 'scam', facts: FACTS });

    await page.getByRole('cell', { name: 'Statement of reasons' }).waitFor();
    await page.getByRole('cell', { name: 'Outcome of the report' }).waitFor();
    // The letters go out after the answer to the decision; the scheduled handler leaves those to it that are on their way.
    await site.product.worker.scheduled();
    await until(async () => (await fixture.lettersOf(number)).map(({ acceptedAt }) => acceptedAt !== null)).toEqual([true, true]);
    await page.reload();
    await page.getByText('Decided and closed.').waitFor();
    expect(await page.getByText(/^Accepted /).count()).toBe(2);
    await page.getByRole('cell', { name: member.email }).waitFor();
    await page.keyboard.press('n');
    await page.getByText('No case is waiting for you').first().waitFor();
  });

  test('a large case shows later sources and earlier activity when asked, and says where evidence was not kept', async () => {
    const { number } = await aReport({ text: 'He wants my money' });
    const [first] = await site.db.select().from(caseSources).where(eq(caseSources.caseNumber, number));
    await site.db.insert(caseSources).values(
      Array.from({ length: 60 }, (_, i) => ({
        ...({ id: newReferenceNumber(), caseNumber: number, kind: 'rule', rule: 'links', text: `Source ${i + 2}` } as const),
        ...{ evidence: i === 59 ? { left_out: 3 } : null, createdAt: (first?.createdAt ?? 0) + i + 1 },
      })),
    );
    await site.db.insert(caseActivity).values(
      Array.from({ length: 130 }, (_, i) => ({
        ...({
          id: newReferenceNumber(),
          caseNumber: number,
          actorKind: 'rule',
          rule: `rule ${i}`,
          act: 'joined',
          createdAt: 1000 + i,
        } as const),
      })),
    );
    const { page } = await deskOf('moderator', `/cases/${number}`);
    await page.getByText('Source 50', { exact: true }).waitFor();
    expect(await page.getByText('Source 51', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show later sources' }).click();
    await page.getByText('Source 61', { exact: true }).waitFor();
    await page.getByText('3 messages were reported.').waitFor();
    expect(await page.getByRole('button', { name: 'Show later sources' }).count()).toBe(0);
    const earlier = page.getByRole('button', { name: 'Show earlier activity' });
    await earlier.click();
    await page.getByText('Rule “rule 60”').waitFor();
    expect(await page.getByText('Rule “rule 0”').count()).toBe(0);
    await earlier.click();
    await page.getByText('Rule “rule 0”').waitFor();
    expect(await earlier.count()).toBe(0);
  });

  test('cases are walked through, opened and left again; the way back leads to the same line', async () => {
    for (const [name, reason] of [
      ['Anna', 'underage'],
      ['Bas', 'scam'],
      ['Cleo', 'spam'],
    ] as const)
      await aReport({ name, reason });
    const { page } = await deskOf('moderator', '/cases');
    const line = (name: string) => page.getByRole('link', { name });
    await line('Anna').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await until(() => hasFocus(line('Cleo'))).toBe(true);
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await until(() => hasFocus(page.getByRole('heading', { level: 1, name: /^Case / }))).toBe(true);
    await page.getByText('Nobody has this case.').waitFor();
    await page.goBack();
    await until(() => hasFocus(line('Bas'))).toBe(true);
    await page.goForward();
    await page.getByText('Nobody has this case.').waitFor();
    await page.keyboard.press('t');
    await page.getByText('You have this case.').waitFor();
    await page.keyboard.press('t');
    await page.getByText('Nobody has this case.').waitFor();
    await page.keyboard.press('q');
    await untilAddress(page, '/operator/cases');
    await page.getByRole('link', { name: 'Mine' }).click();
    await page.getByText('You have no case').waitFor();
    await page.goBack();
    await line('Anna').waitFor();
  });

  test('the help names the shortcuts, and switches off those of one letter', async () => {
    await aReport();
    const { page } = await deskOf('moderator', '/cases');
    await page.getByRole('link', { name: 'Bas' }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await help.getByText('Take the case, or give it back').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await pressOn(page, help.getByRole('switch', { name: /Shortcuts of one letter/ }), 'Space');
    await page.keyboard.press('Escape');
    await until(() => help.count()).toBe(0);
    await page.reload();
    await page.getByRole('link', { name: 'Bas' }).waitFor();
    for (const key of ['n', 'j', '?']) await page.keyboard.press(key);
    expect([await help.count(), await hasFocus(page.getByRole('link', { name: 'Bas' }))]).toEqual([0, false]);
    await untilAddress(page, '/operator/cases');
    await page.keyboard.press('ArrowDown');
    expect(await hasFocus(page.getByRole('link', { name: 'Bas' }))).toBe(true);
    await pressOn(page, page.getByRole('button', { name: 'Keyboard' }));
    await pressOn(page, help.getByRole('switch', { name: /Shortcuts of one letter/ }), 'Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await help.waitFor();
  });
});

test('a profile is shown with the questions that it answers, in the language of the desk', async () => {
  const [member, reporter] = [await aMember(site.db, { name: 'Cleo' }), await aMember(site.db)];
  await site.db.insert(memberPrompts).values({ memberId: member.id, promptId: 'ask_me', position: 0, answer: 'gold' });
  await fixture.report(reporter, member, {});
  const [reported] = await site.db.select().from(cases).where(eq(cases.memberId, member.id));
  const { page } = await deskOf('moderator', `/cases/${reported?.number}`);
  await page.getByRole('term').filter({ hasText: 'Ask me about' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('nl');
  await page.getByRole('term').filter({ hasText: 'Vraag me eens naar' }).waitFor();
  expect(await page.getByText('ask_me').count()).toBe(0);
  await page.getByRole('button', { name: 'Nemen' }).click();
  await page.getByRole('radio', { name: 'Tekst verwijderen' }).check();
  await page.getByRole('radio', { name: /Vraag me eens naar/ }).waitFor();
});

describe('two operators', () => {
  test('who takes a case second is told, and sees who has it', async () => {
    const { number } = await aReport();
    const one = await deskOf('moderator', `/cases/${number}`);
    const other = await deskOf('moderator', `/cases/${number}`, { name: 'Piet' });
    await one.page.getByRole('button', { name: 'Take it' }).waitFor();
    await other.page.getByRole('button', { name: 'Take it' }).click();
    await other.page.getByText('You have this case.').waitFor();
    await one.page.keyboard.press('t');
    const note = one.page.getByRole('alert').filter({ hasText: 'Somebody else has taken this case meanwhile.' });
    await until(() => hasFocus(note)).toBe(true);
    await one.page.getByText('Piet has this case.').waitFor();
    await one.page.getByText('Piet has the case and decides it.').waitFor();
    expect([await one.page.getByRole('radio').count(), await violationsOn(one.page)]).toEqual([0, []]);
  });

  test('a case that an admin gives to somebody else is not decided by who had it, who is told', async () => {
    const { number } = await aReport();
    const moderator = await deskOf('moderator', '/cases');
    await takeCase(moderator.page, number);
    await writeWarning(moderator.page, FACTS);
    await moderator.page.getByRole('button', { name: 'Look at it first' }).click();
    const admin = await deskOf('admin', `/cases/${number}`, { name: 'Ada' });
    await admin.page.getByText('Olga has this case.').waitFor();
    await admin.page.keyboard.press('a');
    const dialog = admin.page.getByRole('dialog', { name: 'Who gets this case?' });
    await dialog.getByRole('button', { name: 'Give' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('radio', { name: 'Ada (you)' }).check();
    expect(await violationsOn(admin.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Give' }).click();
    await admin.page.getByText('You have this case.').waitFor();
    expect(await admin.page.getByRole('button', { name: 'Give to somebody else' }).count()).toBe(1);
    expect(await moderator.page.getByRole('button', { name: 'Give to somebody else' }).count()).toBe(0);
    await moderator.page.getByRole('button', { name: 'Decide' }).click();
    const note = moderator.page.getByRole('alert').filter({ hasText: 'Somebody else has taken this case meanwhile.' });
    await until(() => hasFocus(note)).toBe(true);
    await moderator.page.getByText('Ada has this case.').waitFor();
    expect([await moderator.page.getByRole('alertdialog').count(), await fixture.decisionsOf(number)]).toEqual([0, []]);
  });

  test('what a decision would change may be gone: the reason is told, and what was typed stays', async () => {
    const { number, photo } = await aReport();
    const { page } = await deskOf('moderator', '/cases');
    await takeCase(page, number);
    await page.getByRole('radio', { name: 'Remove a photo' }).check();
    await page.getByLabel('Against what?').selectOption({ label: 'Unwanted nudity' });
    await page.getByLabel('What did you find?').fill(FACTS);
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await site.db.delete(images).where(eq(images.id, photo));
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('This can’t be done any more').waitFor();
    await page.getByRole('radio', { name: 'Warn' }).check();
    expect(await page.getByLabel('What did you find?').inputValue()).toBe(FACTS);
    await page.getByText('There is no file any more').waitFor();
  });
});

describe('a decision', () => {
  test('names what is missing, and keeps what was typed while the account is looked at', async () => {
    const { number } = await aReport();
    const { page } = await deskOf('moderator', '/cases');
    await takeCase(page, number);
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await until(() => hasFocus(page.getByRole('radio').first())).toBe(true);
    await page.getByRole('radio', { name: 'Limit' }).check();
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await until(() => hasFocus(page.getByLabel('Against what?'))).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(2);
    await page.getByLabel('For how long?').selectOption('30');
    await page.getByLabel('What did you find?').fill(FACTS);
    await page.getByRole('link', { name: 'Open the account' }).click();
    await page.getByRole('heading', { name: 'Bas' }).waitFor();
    await page.goBack();
    await until(() => page.getByLabel('What did you find?').inputValue()).toBe(FACTS);
    expect(await page.getByLabel('For how long?').inputValue()).toBe('30');
  });

  test('that bans asks for the passkey, and stays undone without it', async () => {
    const { number, member } = await aReport({ reason: 'underage' });
    const { page, operator } = await deskOf('moderator', '/cases');
    await takeCase(page, number);
    await site.db.update(operatorSessions).set({ confirmedAt: 1 }).where(eq(operatorSessions.memberId, operator.id));
    await page.getByRole('radio', { name: 'Ban' }).check();
    await page.getByLabel('Against what?').selectOption({ label: 'A person under age' });
    await page.getByLabel('What did you find?').fill('You are 15.');
    await page.getByLabel('Words to those who reported').fill('Thank you.');
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await page.getByText('Your passkey is asked for').waitFor();
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('alertdialog').getByRole('alert').waitFor();
    expect(await fixture.decisionsOf(number)).toEqual([]);
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByText('The case is decided').first().waitFor();
    const [banned] = await site.db.select().from(members).where(eq(members.id, member.id));
    expect([banned?.status, banned?.banReason]).toEqual(['banned', 'You are 15.']);
    expect(await fixture.decisionsOf(number)).toMatchObject([{ action: 'ban', reply: 'Thank you.' }]);
  });

  test('that fails keeps the form and can be tried again', async () => {
    const { number } = await aReport();
    const { page } = await deskOf('moderator', '/cases');
    await takeCase(page, number);
    await writeWarning(page, FACTS);
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await interceptCalls(page, 'operator/decision.php', 'POST', (route) => route.fulfill(refusal(503, 'unavailable')));
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('alertdialog').getByRole('alert').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('The case is decided').first().waitFor();
    expect(await fixture.decisionsOf(number)).toHaveLength(1);
  });

  test('of a removed text takes it as it was seen, and tells nobody of a silent dismissal', async () => {
    const [told, silent] = [await aReport(), await aReport({ name: 'Cleo' })];
    const { page } = await deskOf('moderator', '/cases');
    await takeCase(page, told.number);
    await page.getByRole('radio', { name: 'Remove a text' }).check();
    await page.getByRole('radio', { name: 'I love the sea' }).check();
    await page.getByLabel('Against what?').selectOption({ label: 'Advertising or spam' });
    await page.getByLabel('What did you find?').fill(FACTS);
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('The case is decided').first().waitFor();
    const [row] = await site.db.select().from(members).where(eq(members.id, told.member.id));
    expect(row?.personal).toBe(null);
    await takeCase(page, silent.number);
    await page.getByRole('radio', { name: 'Dismiss' }).check();
    await page.getByLabel('Tell nobody').check();
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await page.getByText('Nobody is told.').waitFor();
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('Decided and closed.').waitFor();
    await page.getByText('Nobody was told.').waitFor();
    expect(await fixture.lettersOf(silent.number)).toEqual([]);
  });

  test('that is appealed against is shown to another operator, who lifts it', async () => {
    const { number, member } = await aReport();
    const input = { ...dismissalOf(number), action: 'pause', ground: { kind: 'rule', code: 'scam' }, facts: FACTS } as const;
    await decideCase(site.db, Date.now(), { kind: 'command_line' }, input);
    const text = 'That was my brother';
    const appeal = { email: member.email, subject: 'decision', text, reference: number };
    const answer = await fetch(new URL('/api/complaints.php', site.url), {
      method: 'POST',
      body: JSON.stringify(appeal),
      headers: { 'Content-Type': 'application/json', Origin: site.url, Cookie: member.cookie },
    });
    expect(answer.status).toBe(201);
    const { page } = await deskOf('moderator', '/cases');
    await page.getByRole('link', { name: 'Appeal by Bas' }).waitFor();
    await page.getByRole('button', { name: 'Next case' }).click();
    await page.getByText('The decision that was appealed against').waitFor();
    for (const words of [text, FACTS]) await page.getByText(words).first().waitFor();
    await page.getByRole('radio', { name: 'Lift the decision' }).check();
    await page.getByLabel('What did you find?').fill('It was your brother.');
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await page.getByText('We have looked at it again and lifted it.').waitFor();
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('The case is decided').first().waitFor();
    const [row] = await site.db.select().from(members).where(eq(members.id, member.id));
    expect(row?.pausedByCase).toBe(null);
  });
});

test('a decision is taken back for a reason, and the page says so', async () => {
  const { number, member } = await aReport();
  const input = { ...dismissalOf(number), action: 'pause', ground: { kind: 'rule', code: 'scam' }, facts: FACTS } as const;
  await decideCase(site.db, Date.now(), { kind: 'command_line' }, input);
  const { page } = await deskOf('moderator', `/cases/${number}`);
  await page.getByRole('button', { name: 'Take it back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this decision back?' });
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel('Why is it taken back?').fill('It was somebody else.');
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('Taken back. That is case').first().waitFor();
  await until(() => hasFocus(page.getByRole('heading', { name: 'Decision', exact: true }))).toBe(true);
  expect(await page.getByRole('button', { name: 'Take it back' }).count()).toBe(0);
  const [row] = await site.db.select().from(members).where(eq(members.id, member.id));
  expect(row?.pausedByCase).toBe(null);
});

test('letters that were given up are sent again', async () => {
  const { number, member } = await aReport();
  const input = { ...dismissalOf(number), action: 'warn', ground: { kind: 'rule', code: 'scam' }, facts: FACTS } as const;
  await decideCase(site.db, Date.now(), { kind: 'command_line' }, input);
  await site.product.worker.scheduled();
  const givenUp = { acceptedAt: null, tries: MAIL_TRIES, dueAt: Number.MAX_SAFE_INTEGER };
  await site.db.update(mails).set(givenUp).where(eq(mails.memberId, member.id));
  await site.db.update(caseLetters).set({ acceptedAt: null }).where(eq(caseLetters.memberId, member.id));
  await site.db.update(cases).set({ status: 'decided', closedAt: null }).where(eq(cases.number, number));
  const { page } = await deskOf('moderator', `/cases/${number}`);
  await page.getByText(`Given up after ${MAIL_TRIES} tries`).waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('1 letter goes out again').first().waitFor();
  await until(() => hasFocus(page.getByRole('heading', { name: 'Letters', exact: true }))).toBe(true);
  await until(() => page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
});

describe('the list', () => {
  test('goes on behind its first page, and the first added case gets the focus', async () => {
    const now = Date.now();
    const rows = Array.from({ length: 55 }, (_, i) => ({
      ...({ number: newReferenceNumber(), subjectKind: 'none', status: 'open', priority: 3, createdAt: now - 100_000 + i } as const),
    }));
    await site.db.insert(cases).values(rows);
    const { page } = await deskOf('moderator', '/cases');
    const lines = page.locator('a[data-case]');
    await until(() => lines.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await until(() => lines.count()).toBe(55);
    await until(() => hasFocus(lines.nth(50))).toBe(true);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('says that nothing waits, and what to do after an error', async () => {
    const { page } = await deskOf('moderator', '/access');
    await stubCalls(page, 'operator/cases.php', 'GET', refusal(403, 'admins_only'));
    await page.getByRole('link', { name: 'Cases' }).click();
    await page.getByRole('alert').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing is waiting').waitFor();
    await page.getByRole('button', { name: 'Next case' }).click();
    await page.getByText('No case is waiting for you').first().waitFor();
  });
});

test('a case in which the operator has a part is like an unknown one', async () => {
  const { page, operator } = await deskOf('moderator', '/cases');
  const reporter = await aMember(site.db);
  await fixture.report(reporter, operator, {});
  const [own] = await site.db.select().from(cases).where(eq(cases.memberId, operator.id));
  for (const number of [own?.number ?? '', newReferenceNumber(), 'nothing']) {
    await page.goto(`/operator/cases/${number}`);
    await page.getByText('You can’t see this case').waitFor();
  }
  expect(await violationsOn(page)).toEqual([]);
});

test('a photo that is gone meanwhile is told beside it, and nothing is shown again after a reload', async () => {
  const { number, photo } = await aReport();
  const { page } = await deskOf('moderator', `/cases/${number}`);
  await page.getByRole('button', { name: 'Show photo 1' }).click();
  await page.getByRole('button', { name: 'Hide photo 1' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Show photo 1' }).waitFor();
  expect(await page.locator('.case-photo-button > img').count()).toBe(0);
  await site.db.delete(images).where(eq(images.id, photo));
  await page.getByRole('button', { name: 'Show photo 1' }).click();
  await page.locator('.case-photo').getByRole('alert').waitFor();
  expect(await fixture.photosLookedAt(number)).toEqual([`photo:${photo}`]);
});
