import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { caseActivity, caseDecisions, caseLetters, cases, complaints, images, operators, reports } from '#db/schema/index';
import { planNewCode } from '../../../worker/domain/operating/operators.ts';
import { groupedNumber } from '../../../worker/lib/reference-number.ts';
import { aMatch, aMember, anImage, newId, type TestMember } from '../../support/database/factories.ts';
import { aPng } from '../../support/files/image-files.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { browserSite } from '../support/browser-site.ts';
import { type DeskBrowser, enrol, openDesk } from './desk-fixture.ts';

interface Reported {
  readonly number: string;
  readonly member: TestMember;
  readonly reporter: TestMember;
  /** The id of the member's photo, whose files are in the bucket. */
  readonly photo: string;
}

interface ReportTraits {
  readonly name?: string;
  readonly reason?: string;
  readonly text?: string;
  /** A message that the member has sent the reporter, who reports it. */
  readonly message?: string;
}

/** The site with operators at their desks and cases. Each test begins without cases. */
export function deskCasesFixture() {
  const site = browserSite();
  const open: DeskBrowser[] = [];
  beforeEach(async () => {
    // Reports and complaints without a case would get one from the scheduled handler.
    await site.db.delete(reports);
    await site.db.delete(complaints);
    await site.db.delete(cases);
  });
  afterEach(async () => {
    for (const browser of open.splice(0)) await browser.close();
  });

  /** A desk at which an operator of this name is signed in. */
  async function deskOf(role: 'moderator' | 'admin', path: string, { name = 'Olga', ...options }: DeskTraits = {}) {
    const operator = await aMember(site.db, { name });
    await site.db.insert(operators).values({ memberId: operator.id, role, addedAt: Date.now() });
    const { code } = await (await planNewCode(site.db, Date.now(), { kind: 'command_line' }, operator.id)).apply();
    const browser = await openDesk(site, path, options);
    open.push(browser);
    await enrol(browser.page, operator, code);
    return { page: browser.page, operator };
  }

  /** A photo of a member whose large file can be shown; returns its id. */
  async function aStoredPhoto(memberId: string): Promise<string> {
    const id = await anImage(site.db, memberId);
    const [row] = await site.db.select().from(images).where(eq(images.id, id));
    for (const name of [row?.thumb, row?.medium, row?.large])
      if (name) await site.product.worker.putPhoto(name, aPng({ width: 320, height: 400 }));
    return id;
  }

  const as = ({ cookie }: Pick<TestMember, 'cookie'>) => apiClient(site.url, cookie);

  async function aMessage(sender: TestMember, receiver: TestMember, text: string): Promise<unknown> {
    await aMatch(site.db, sender.id, receiver.id);
    const opened = await as(sender).get(`/api/chat.php?profile=${receiver.id}`);
    const conversation = { id: String(opened.at('id')) };
    const sent = await as(sender).post('/api/chat.php', { conversation, message: { client_id: newId(), text } });
    if (sent.status !== 201) throw new Error(`the message was answered with ${sent.status}`);
    return sent.at('message.id');
  }

  async function report(
    reporter: TestMember,
    member: Pick<TestMember, 'id'>,
    { reason = 'scam', text = '' }: ReportTraits,
    messages: unknown[] = [],
  ) {
    const answer = await as(reporter).post('/api/report.php', { profile: member.id, reason, text, messages });
    if (answer.status !== 204) throw new Error(`the report was answered with ${answer.status}`);
  }

  const caseAbout = async (memberId: string) => {
    const [found] = await site.db.select().from(cases).where(eq(cases.memberId, memberId));
    if (!found) throw new Error('there is a case about the member');
    return found;
  };

  /** A member with a text and a photo who was reported, and the case that this has opened. */
  async function aReport({ name = 'Bas', message, ...traits }: ReportTraits = {}): Promise<Reported> {
    const [member, reporter] = [await aMember(site.db, { name, personal: 'I love the sea' }), await aMember(site.db, { name: 'Rosa' })];
    const photo = await aStoredPhoto(member.id);
    const messages = message === undefined ? [] : [await aMessage(member, reporter, message)];
    await report(reporter, member, traits, messages);
    return { number: (await caseAbout(member.id)).number, member, reporter, photo };
  }

  return {
    site,
    deskOf,
    aReport,
    report,
    caseRow: async (number: string) => (await site.db.select().from(cases).where(eq(cases.number, number)))[0],
    decisionsOf: (number: string) => site.db.select().from(caseDecisions).where(eq(caseDecisions.caseNumber, number)),
    lettersOf: (number: string) => site.db.select().from(caseLetters).where(eq(caseLetters.caseNumber, number)),
    /** What was looked at in a case beside the case itself. */
    photosLookedAt: async (number: string) => {
      const rows = await site.db.select().from(caseActivity).where(eq(caseActivity.caseNumber, number)).orderBy(caseActivity.createdAt);
      return rows.flatMap(({ act, detail }) => (act === 'looked' && detail !== null ? [detail] : []));
    },
  };
}

type DeskTraits = NonNullable<Parameters<typeof openDesk>[2]> & { readonly name?: string };

export const caseHeading = (page: Page, number: string): Locator => page.getByRole('heading', { name: `Case ${groupedNumber(number)}` });

/** Opens a case and takes it. */
export async function takeCase(page: Page, number: string): Promise<void> {
  await page.goto(`/operator/cases/${number}`);
  await page.getByRole('button', { name: 'Take it' }).click();
  await page.getByText('You have this case.').waitFor();
}

/** Fills in a warning. */
export async function writeWarning(page: Page, facts: string): Promise<void> {
  await page.getByRole('radio', { name: 'Warn' }).check();
  await page.getByLabel('Against what?').selectOption({ label: 'Scam, or asking for money' });
  await page.getByLabel('What did you find?').fill(facts);
}
