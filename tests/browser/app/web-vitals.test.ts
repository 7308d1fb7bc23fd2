import type { Page, Request } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { saveSetting } from '#db/queries/operator/settings';
import { vitals } from '#db/schema/index';
import { aConversation, aMember } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { setHidden } from '../support/chat-actions.ts';
import { composer, thread, writeMessage } from '../support/locators.ts';
import { untilControlled } from '../support/service-worker.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();

beforeEach(async () => {
  await site.db.delete(vitals);
  await saveSetting(site.db, 'vitals_sample', 100);
});

/** The requests of a page that report. Those of a page that is being closed are not seen by the test, only by the server. */
function reportsOf(page: Page): Request[] {
  const reports: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/vitals.php') reports.push(request);
  });
  return reports;
}

/** Resolves once a chunk has loaded: `later-effects` decides whether the visit is measured, `measure-visit` measures it. */
const untilLoaded = (page: Page, chunk: 'later-effects' | 'measure-visit') =>
  page.waitForFunction((part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)), `/${chunk}-`);
const untilMeasured = (page: Page) => untilLoaded(page, 'measure-visit');
const leave = (page: Page) => page.goto('about:blank');
const countsOf = async (page: string) => (await site.db.select().from(vitals)).filter((row) => row.page === page);
const figuresOf = async (page: string) => (await countsOf(page)).map(({ vital }) => vital).toSorted();

test('a visit is counted with its load and its message once it is left, by one report without a cookie', async () => {
  const [joris, marit] = [await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 }), await aMember(site.db, { name: 'Marit' })];
  const chat = await aConversation(site.db, joris.id, marit.id);
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  const reports = reportsOf(page);
  await page.goto(`/chats/${chat}`);
  await composer(page).waitFor();
  await untilMeasured(page);
  await writeMessage(page, 'Do you sail?', 1);
  await thread(page).getByText(t('chat:sent'), { exact: true }).waitFor();
  expect(reports).toEqual([]);
  await setHidden(page, true);
  await until(() => figuresOf('chats-chatId')).toEqual(expect.arrayContaining(['cls', 'first_tap', 'lcp', 'send', 'ttfb']));
  await leave(page);
  const [report, ...others] = reports;
  if (!report) expect.unreachable('a report was sent');
  expect(others).toEqual([]);
  const headers = await report.allHeaders();
  expect([headers.cookie, headers.referer]).toEqual([undefined, `${site.url}/`]);
  expect(report.postData()).not.toContain(chat);
  const { lcp, ttfb, first_tap, send } = report.postDataJSON().values;
  expect(Math.min(...lcp, ...first_tap)).toBeGreaterThanOrEqual(ttfb[0]);
  expect(send).toHaveLength(1);
  const rows = await countsOf('chats-chatId');
  expect(new Set(rows.map(({ device, source, count }) => [device, source, count].join()))).toEqual(new Set(['phone,network,1']));
});

test('a page that is closed reports, too', async () => {
  const page = await visit(site, DESKTOP);
  await page.goto('/login');
  await untilMeasured(page);
  await leave(page);
  await until(() => figuresOf('login')).toEqual(expect.arrayContaining(['cls', 'first_tap', 'lcp', 'ttfb']));
  expect((await countsOf('login')).map(({ device, count }) => `${device} ${count}`)).not.toContain('phone 1');
});

test('a page with a service worker reports when it is closed', async () => {
  const page = await visit(site, { ...DESKTOP, serviceWorkers: 'allow' });
  await page.goto('/pages/faq');
  await untilControlled(page);
  await page.goto('/signup');
  await untilMeasured(page);
  await page.close({ runBeforeUnload: true });
  await until(() => figuresOf('signup')).toContain('ttfb');
  expect(new Set((await countsOf('signup')).map(({ source }) => source))).toEqual(new Set(['service_worker']));
});

test('after tracking was refused nothing is sent, by a later visit neither, until it is allowed again', async () => {
  const page = await visit(site, DESKTOP);
  const choose = (key: 'tracking_allowed' | 'tracking_refused') =>
    page.getByRole('radio', { name: t(`pages:${key}`), exact: true }).check();
  await page.goto('/pages/cookies');
  await untilMeasured(page);
  await choose('tracking_refused');
  await leave(page);
  await page.goto('/login');
  await untilLoaded(page, 'later-effects');
  await untilNoRequestPending(page);
  await leave(page);
  await page.goto('/pages/cookies');
  await choose('tracking_allowed');
  await page.reload();
  await untilMeasured(page);
  await leave(page);
  await until(() => figuresOf('pages-cookies')).toContain('ttfb');
  expect(await countsOf('login')).toEqual([]);
  expect((await countsOf('pages-cookies')).filter(({ vital }) => vital === 'ttfb').map(({ count }) => count)).toEqual([1]);
});
