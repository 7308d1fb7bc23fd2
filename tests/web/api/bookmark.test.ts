import { beforeEach, expect, test, vi } from 'vitest';

type Bookmarks = typeof import('../../../web/api/bookmark.ts');
let page: Bookmarks;
beforeEach(async () => {
  vi.resetModules();
  page = await import('../../../web/api/bookmark.ts');
});
const sent = () => page.bookmarkHeaders();

test('a page that has seen nothing sends nothing', () => {
  expect(sent()).toEqual({});
  page.noteBookmark(undefined);
  page.noteAnswerBookmark({}, null);
  expect(sent()).toEqual({});
});

test('a page sends the highest of what events and answers have told', () => {
  page.noteBookmark('12');
  page.noteAnswerBookmark(sent(), '15');
  page.noteBookmark('13');
  expect(sent()).toEqual({ 'X-Bookmark': '15' });
});

test('the answer of a call that was sent earlier takes nothing back', () => {
  const earlier = sent();
  page.noteAnswerBookmark(earlier, '20');
  page.noteAnswerBookmark(earlier, '18');
  expect(sent()).toEqual({ 'X-Bookmark': '20' });
});

test('a lower bookmark than the call had sent replaces it: the database counts anew', () => {
  page.noteBookmark('9000');
  page.noteAnswerBookmark(sent(), '40');
  expect(sent()).toEqual({ 'X-Bookmark': '40' });
});

test('a lower bookmark does not replace what came after the call was sent', () => {
  page.noteBookmark('9000');
  const earlier = sent();
  page.noteAnswerBookmark(earlier, '40');
  page.noteAnswerBookmark(sent(), '45');
  page.noteAnswerBookmark(earlier, '41');
  expect(sent()).toEqual({ 'X-Bookmark': '45' });
  page.noteAnswerBookmark(earlier, '46');
  expect(sent()).toEqual({ 'X-Bookmark': '46' });
});

test.each(['', 'none', '-1', '1e9', '12.5', '9'.repeat(16), 'Infinity'])('an answer with the bookmark %j is as one without', (text) => {
  page.noteBookmark('12');
  page.noteAnswerBookmark(sent(), text);
  expect(sent()).toEqual({ 'X-Bookmark': '12' });
});
