import { describe, expect, test } from 'vitest';
import { withSnapshot } from '../../../web/offline/screen-snapshot.ts';

const PAGE = '<html lang="en" data-build="b"><head><title>Vonk</title></head><body><div id="root"></div></body></html>';
const SCREEN = {
  build: 'b',
  lang: 'nl',
  template: 'classic',
  theme: 'dark',
  styles: ['/assets/a.css'],
  html: '<div class="prerendered-shell">$& Chats</div>',
};

describe('the bare page with a stored screen', () => {
  test('shows it as it was, in its language, template and theme, with its styles', () => {
    expect(withSnapshot(PAGE, SCREEN)).toBe(
      '<html lang="nl" data-template="classic" data-theme="dark" data-build="b"><head><title>Vonk</title>' +
        '<link rel="stylesheet" href="/assets/a.css"></head><body><div id="root"><div class="prerendered-shell">$& Chats</div></div></body></html>',
    );
  });

  test('names no style twice', () => {
    const page = PAGE.replace('<title>', '<link rel="stylesheet" crossorigin href="/assets/index.css"><title>');
    const shown = withSnapshot(page, { ...SCREEN, styles: ['/assets/index.css', '/assets/a.css'] });
    expect(shown.match(/[^"]+\.css/g)).toEqual(['/assets/index.css', '/assets/a.css']);
  });

  test('leaves the theme to the device where none was chosen', () => {
    expect(withSnapshot(PAGE, { ...SCREEN, theme: '' })).not.toContain('data-theme');
  });

  test('escapes the values of attributes', () => {
    const page = withSnapshot(PAGE, { ...SCREEN, lang: 'a"b', template: '<i>', styles: ['"><script>'] });
    expect(page).toContain('lang="a&quot;b" data-template="&lt;i>"');
    expect(page).not.toContain('<script>');
  });
});
