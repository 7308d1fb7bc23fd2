import { describe, expect, test } from 'vitest';
import { PAGES, pageAt } from '#contract/pages/page-routes';
import { type NavigationStrategy, navigationStrategyOf as wayOfUrl } from '../../../../web/pwa/service-worker/navigation-strategy.ts';
import { examplePath } from '../../../support/product/page-paths.ts';

const strategyOf = (address: string): NavigationStrategy => wayOfUrl(new URL(address, 'https://vonk.example'));
const ID = 'A'.repeat(22);
const addressOf = (path: string) => examplePath(path, ID);

describe('an opened address', () => {
  test.each(Object.values(PAGES))('$path is answered as its access says', ({ path, access }) => {
    expect(pageAt(addressOf(path))).not.toBeNull();
    expect(strategyOf(addressOf(path))).toBe(access === 'member' ? 'shell' : 'network');
  });

  test.each(['/nothing-here', '/members/nobody/at-all', '/homely', '/operators'])(
    '%s, which is no page, is asked of the server',
    (path) => {
      expect(strategyOf(path)).toBe('network');
    },
  );

  test.each([
    '/api/activate.php',
    '/api/export.php',
    '/api/docs',
    '/photos/x.webp',
    '/cams/a/b',
    '/_dev',
    '/_dev/mail',
    '/operator',
    '/operator/members',
    '/_desk/assets/index.js',
    '/_i18n/en/chat.json',
    '/assets/index.js',
    '/sw.js',
    '/sw-push.js',
    '/index.html',
    '/manifest.webmanifest',
    '/icons/app-192.png',
    '/robots.txt',
  ])('%s bypasses the service worker', (path) => {
    expect(strategyOf(path)).toBe('past');
  });
  test.each(['/members?template=classic', '/chats?page=2&template=social'])(
    '%s is asked of the server, which shows that template',
    (address) => {
      expect(strategyOf(address)).toBe('network');
    },
  );

  test('/api/docs?template=classic bypasses the service worker despite its template', () => {
    expect(strategyOf('/api/docs?template=classic')).toBe('past');
  });
});
