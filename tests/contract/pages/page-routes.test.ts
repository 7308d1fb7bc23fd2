import { describe, expect, test } from 'vitest';
import { PAGES, pageAt } from '#contract/pages/page-routes';
import { examplePath } from '../../support/product/page-paths.ts';

const ID = 'abcdefghijklmnopqrst_-';

describe('an address of the site', () => {
  test.each(Object.entries(PAGES))('of the page %s is resolved to it', (name, { path }) => {
    expect(pageAt(examplePath(path, ID))).toBe(name);
  });

  test.each([
    ['/login/', 'login'],
    ['/members//', 'members'],
    ['/', 'index'],
    ['/likes/liked_by', 'likes-type'],
  ])('%s is the page %s', (address, name) => {
    expect(pageAt(address)).toBe(name);
  });

  test.each([
    '/nothing',
    '/Login',
    '/members/7',
    `/members/${ID}/edit`,
    `/members/${ID}x`,
    '/likes/enemies',
    '/likes/m',
    '//login',
    '/login/x',
    '',
  ])('%s is no page', (address) => {
    expect(pageAt(address)).toBeNull();
  });
});
