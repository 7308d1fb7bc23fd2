import { expect, test } from 'vitest';
import { type FigureRow, saveFigures } from '#db/queries/operator/figures';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { DESKTOP, PHONE, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite({ hasOwnWorker: true });

/** The first day of the last half of a year that has ended. */
function firstDay(now = new Date()): string {
  return now.getUTCMonth() >= 6 ? `${now.getUTCFullYear()}-01-01` : `${now.getUTCFullYear() - 1}-07-01`;
}
const row = (figure: string, slice: string, count: number): FigureRow => ({ day: firstDay(), figure, slice, count });

test('the report says so while there is none, then shows its numbers, small ones hidden, on phone and desktop, by day and by night', async () => {
  const early = await visit(site, DESKTOP);
  await openUntilIdle(early, '/pages/transparency');
  await early.getByText(/There is no report yet\. The first one appears on/).waitFor();
  expect(await early.getByRole('table').count()).toBe(0);

  await saveFigures(site.db, [
    ...[row('added_up', '', 1), row('activity_counted', '', 1), row('active_month', 'NL', 12_340), row('active_month', 'US', 20)],
    ...[row('reports', 'scam', 1_204), row('reports', 'fake', 3), row('reports_closed', '24', 900), row('complaints', 'payment', 8)],
    ...[row('complaints', 'illegal', 7), row('notices', 'fraud', 6), row('notices', 'hate', 1), row('bans', '', 41)],
    ...[row('decisions', 'ban:scam', 40), row('decisions', 'remove_photo:intimate_images', 12), row('decisions', 'dismiss', 2)],
    ...[row('appeals_decided', 'lifted', 5), row('photos_refused', '', 9), row('notices_decided', 'law', 6)],
  ]);
  // The Worker keeps a report for ten minutes.
  await site.product.worker.reload();
  for (const options of [
    { ...PHONE, colorScheme: 'light' },
    { ...DESKTOP, colorScheme: 'dark' },
  ] as const) {
    const page = await visit(site, options);
    await openUntilIdle(page, '/pages/transparency');
    const reports = page.getByRole('table', { name: 'Reports by members' });
    const cells = async (name: string) => (await reports.getByRole('row', { name }).getByRole('cell').allInnerTexts()).at(-1);
    expect(await cells('Scams')).toBe('1,204');
    expect(await cells('Fake profiles')).toBe('fewer than 5');
    expect(await cells('In all')).toBe('at least 1,204');
    const textOf = (table: string) => page.getByRole('table', { name: table }).innerText();
    const rows = async (table: string) => (await textOf(table)).split('\n').map((line) => line.split('\t').map((cell) => cell.trim()));
    expect(await rows('Notices of illegal content')).toEqual(
      expect.arrayContaining([
        ['With the complaints form', '7'],
        ['Fraud', '6'],
        ['Hate or discrimination', 'fewer than 5'],
        ['In all', 'at least 13'],
      ]),
    );
    expect(await rows('What we decided')).toEqual([
      ['Measure', 'Why', 'Number'],
      ['No measure', '–', 'fewer than 5'],
      ['Photo removed', 'Intimate pictures without consent', '12'],
      ['Account closed', 'Scams, or asking for money', '40'],
      ['In all', 'at least 52'],
    ]);
    expect(await rows('Appeals')).toEqual(expect.arrayContaining([['The decision was taken back', '5']]));
    await page.getByText('Software alone decided nothing about a member.').waitFor();
    await page.getByText('We closed half of them within 24 hours.').waitFor();
    await page.getByText('about 12,300').waitFor();
    await page.getByText('fewer than 100').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('the footer leads to it', async () => {
  const page = await visit(site, DESKTOP);
  await openUntilIdle(page, '/complaints');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
  await page.getByRole('heading', { level: 1, name: 'Transparency report' }).waitFor();
});
