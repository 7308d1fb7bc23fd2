import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGE_DIR } from '../../../scripts/lib/build/build-page.ts';
import { nextPage } from './next-build.ts';

const scriptsIn = (dir: string) => readdirSync(join(dir, 'assets')).filter((file) => file.endsWith('.js'));
/** The name of a built file without the hash of its content. */
const nameOf = (file: string) => file.replace(/-[\w-]{7,8}\.js$/, '');

test('an update renames the files that have changed, and none that loads them', async () => {
  const [before, after] = [scriptsIn(PAGE_DIR), scriptsIn(await nextPage())];
  const kept = after.filter((file) => before.includes(file)).map(nameOf);
  const renamed = after.filter((file) => !before.includes(file)).map(nameOf);
  // The screens and the entry are changed.
  expect(renamed).toEqual(expect.arrayContaining(['index', 'search', 'likes', 'notifications', 'home']));
  // These import from the entry, or are imported by it.
  expect(kept).toEqual(expect.arrayContaining(['react', 'cards', 'chat', 'chat-data', 'session-effects']));
});
