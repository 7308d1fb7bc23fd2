import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../../../scripts/lib/paths.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();
const builtFiles = (pattern: string) => globSync(pattern, { cwd: inProject('dist/page') });

describe('what a member loads', () => {
  test('holds nothing of the desk', () => {
    const scripts = builtFiles('{assets/*.js,index.html,sw.js,sw-push.js,page-preloads.json}');
    expect(scripts.length).toBeGreaterThan(20);
    const withDesk = scripts.filter((path) =>
      /\/api\/operator\/|__Host-desk|navigator\.credentials|_desk\/assets|desk-shell/.test(
        readFileSync(inProject(`dist/page/${path}`), 'utf8'),
      ),
    );
    expect(withDesk).toEqual([]);
  });

  test('while the desk holds what is looked for', () => {
    const desk = builtFiles('_desk/assets/*.js').map((path) => readFileSync(inProject(`dist/page/${path}`), 'utf8'));
    expect(desk.join('')).toMatch(/navigator\.credentials/);
    expect(desk.join('')).toContain('/api/operator/');
  });
});

describe('the desk', () => {
  test('is one page for all its addresses, without data, in a language that it speaks', async () => {
    for (const [language, expected] of [
      ['nl', 'nl'],
      ['en', 'en'],
      ['pl', 'en'],
    ] as const) {
      const answer = await site.visitor.get('/operator/members', { 'Accept-Language': language });
      expect([answer.status, answer.headers.get('Cache-Control'), answer.headers.get('X-Robots-Tag')]).toEqual([
        200,
        'no-store',
        'noindex',
      ]);
      expect(String(answer.body)).toContain(`<html lang="${expected}"`);
      expect(String(answer.body)).not.toContain('id="boot"');
    }
  });

  test('has files that never change, and no others', async () => {
    const [script = ''] = builtFiles('_desk/assets/*.js');
    const answer = await site.visitor.get(`/${script}`);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await site.visitor.get('/_desk/assets/nothing.js')).status).toBe(404);
    expect((await site.visitor.get('/_desk/index.html')).status).toBe(404);
  });
});
