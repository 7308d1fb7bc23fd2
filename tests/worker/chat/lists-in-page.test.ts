import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { anImage } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { chatFixture } from './chat-fixture.ts';

const fixture = chatFixture();

const answersIn = (page: ApiAnswer): unknown =>
  JSON.parse(/<script type="application\/json" id="answers">(.*?)<\/script>/.exec(String(page.body))?.[1] ?? '[]');
/** The attribute `imagesrcset` of the photo that the page lets the browser load first; undefined if there is none. */
const preloadIn = (page: ApiAnswer) => /<link rel="preload" as="image"[^>]* imagesrcset="([^"]+)"/.exec(String(page.body))?.[1];

describe.each(['/home', '/chats'])('%s', (path) => {
  test('brings conversations and likes as the calls answer them, behind the shell', async () => {
    const { noor, bas } = await fixture.aMatchedConversation('</script><i>');
    await changeMember(fixture.db, bas.id, { name: '</script><b>' });
    const page = await fixture.as(noor).get(path);
    expect(answersIn(page)).toEqual([(await fixture.list(noor)).body, (await fixture.as(noor).get('/api/likes.php')).body]);
    const html = String(page.body);
    expect(html.indexOf('id="answers"')).toBeGreaterThan(html.indexOf('class="prerendered-shell"'));
  });
});

test('the home page preloads the photo of the newest unread conversation, and nothing once it is read', async () => {
  const { noor, bas, id } = await fixture.aMatchedConversation('Hello');
  expect(preloadIn(await fixture.as(noor).get('/home'))).toBeUndefined();
  await anImage(fixture.db, bas.id);
  const card = (await fixture.list(noor)).at('chats.0.profile.main_image');
  expect(card).toMatchObject({ medium_filename: expect.any(String) });
  expect(preloadIn(await fixture.as(noor).get('/home'))).toContain(`/photos/${Object(card).medium_filename} 400w`);
  expect(preloadIn(await fixture.as(noor).get('/chats'))).toBeUndefined();
  await fixture.markRead(noor, id, 1);
  expect(preloadIn(await fixture.as(noor).get('/home'))).toBeUndefined();
});

test('the own profile preloads its main photo where the template shows it large', async () => {
  const { noor } = await fixture.aMatchedConversation();
  await anImage(fixture.db, noor.id);
  const { main_image: main } = Object((await fixture.as(noor).get('/api/user.php')).at('user.profile'));
  expect(preloadIn(await fixture.as(noor).get('/profile'))).toContain(`/photos/${main.large_filename} 640w`);
  await saveSetting(fixture.db, 'template', 'classic');
  // `template` is in force once the Worker reads its settings again.
  await expect.poll(async () => preloadIn(await fixture.as(noor).get('/profile'))).toBeUndefined();
  await clearSetting(fixture.db, 'template');
});
