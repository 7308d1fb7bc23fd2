import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { DEVELOPER_DIR, PAGE_DIR } from '../../../scripts/lib/build/build-page.ts';
import { aMember } from '../../support/database/factories.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { bootOf, langOf, titleOf } from '../../support/product/page-html.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

const site = testSite();
const PAGES = ['/_dev/dialogs', '/_dev/top-nav', '/_dev/activate-reminder'];
const ASSET = /"(\/_dev\/assets\/[\w-]+\.js)"/;
/** An identifier of the developer pages that minifying keeps. */
const DEVELOPER_PAGE_IDENTIFIER = 'isDevPanelOpen';

const templateIn = (page: ApiAnswer) => /<html[^>]* data-template="(\w+)"/.exec(String(page.body))?.[1];
const shellTemplateIn = (page: ApiAnswer) => /class="app (\w+)/.exec(String(page.body))?.[1];

describe('in development', () => {
  test.each(PAGES)('%s is a page of its own with the boot block, and not to be indexed', async (path) => {
    const page = await site.visitor.get(path, { 'Accept-Language': 'nl' });
    expect([page.status, page.headers.get('X-Robots-Tag'), titleOf(page), langOf(page)]).toEqual([200, 'noindex', 'Developer pages', 'nl']);
    expect(bootOf(page)).toMatchObject({ user: 'signed_out', is_development: true });
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  });

  test('the page loads its code from /_dev/assets', async () => {
    const path = ASSET.exec(String((await site.visitor.get('/_dev/dialogs')).body))?.[1] ?? '';
    const script = await site.visitor.get(path);
    expect([script.status, String(script.body).includes(DEVELOPER_PAGE_IDENTIFIER)]).toEqual([200, true]);
    expect(script.headers.get('Content-Type')).toMatch(/javascript/);
    expect((await site.visitor.get('/_dev/assets/nothing.js')).status).toBe(404);
  });

  test('/_dev redirects to the start page, and other addresses below it are 404', async () => {
    const answer = await site.visitor.get('/_dev');
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/']);
    for (const path of ['/_dev/nothing', '/_dev/dialogs/x', '/_dev/index.html']) expect((await site.visitor.get(path)).status).toBe(404);
  });

  test('?template= shows this browser the other template, prerendered shell and boot data included, until it asks for another', async () => {
    const answer = await site.visitor.get('/login?template=classic');
    expect([templateIn(answer), shellTemplateIn(answer), bootOf(answer).settings.template]).toEqual(['classic', 'classic', 'classic']);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toBe('template=classic; Path=/; SameSite=Lax');
    const classic = { Cookie: 'template=classic' };
    const later = await site.visitor.get('/login', classic);
    expect([templateIn(later), shellTemplateIn(later), later.headers.getSetCookie()]).toEqual(['classic', 'classic', []]);
    expect((await site.visitor.get('/api/settings.php', classic)).at('template')).toBe('classic');
    expect(templateIn(await site.visitor.get('/login?template=social', classic))).toBe('social');
    expect(templateIn(await site.visitor.get('/login'))).toBe('social');
  });

  test('?template= works for members, too, and an unknown template changes nothing', async () => {
    const { cookie } = await aMember(site.db);
    const page = await site.visitor.get('/home', { Cookie: `${cookie}; template=classic` });
    expect([templateIn(page), shellTemplateIn(page), typeof bootOf(page).user]).toEqual(['classic', 'classic', 'object']);
    const unknown = await site.visitor.get('/login?template=%22%3E%3Ci%3E', { Cookie: 'template=x' });
    expect([unknown.status, templateIn(unknown), unknown.headers.getSetCookie()]).toEqual([200, 'social', []]);
  });
});

describe('in production', () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startWorker({ dbUrl: site.dbUrl, vars: { ENVIRONMENT: 'production' } });
  });
  afterAll(() => worker?.stop());

  test.each([...PAGES, '/_dev/assets/index.js', '/_dev/index.html'])('%s is the page for unknown addresses', async (path) => {
    const answer = await apiClient(worker.url).get(path);
    expect([answer.status, titleOf(answer)]).toEqual([404, 'Error 404 · Vonk']);
    const shownPath = `<code>${path}</code>`;
    expect(String(answer.body).replace(shownPath, '')).not.toContain('/_dev/');
  });

  test('only the setting chooses the template', async () => {
    const visitor = apiClient(worker.url);
    const classic = { Cookie: 'template=classic' };
    const page = await visitor.get('/login?template=classic', classic);
    expect([templateIn(page), shellTemplateIn(page), bootOf(page).settings.template, page.headers.getSetCookie()]).toEqual([
      'social',
      'social',
      'social',
      [],
    ]);
    expect((await visitor.get('/api/settings.php?template=classic', classic)).at('template')).toBe('social');
    await saveSetting(site.db, 'template', 'classic');
    expect(templateIn(await visitor.get('/login?template=social', { Cookie: 'template=social' }))).toBe('classic');
    await clearSetting(site.db, 'template');
  });

  test('no file of the page holds anything of the developer pages', () => {
    const files = readdirSync(PAGE_DIR, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|css|html|json)$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`);
    const [developerFiles, siteFiles] = [
      files.filter((path) => path.startsWith(DEVELOPER_DIR)),
      files.filter((path) => !path.startsWith(DEVELOPER_DIR)),
    ];
    const hasMark = (path: string) => readFileSync(path, 'utf8').includes(DEVELOPER_PAGE_IDENTIFIER);
    expect(developerFiles.some(hasMark)).toBe(true);
    expect(siteFiles.length).toBeGreaterThan(100);
    expect(siteFiles.filter(hasMark)).toEqual([]);
  });
});
