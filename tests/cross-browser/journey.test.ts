import { expect, test } from 'vitest';
import { t } from '../browser/support/translations.ts';
import { aMember } from '../support/database/factories.ts';
import { logIn, navigationLink, SENT, send, threadText } from './support/chat-actions.ts';
import { inEachEngine } from './support/engine-site.ts';

const QUESTION = 'What is the story with the boat?';
const ANSWER = 'Which version do you want to hear?';
const READ = new RegExp(`^${t('chat:seen')}$`);

inEachEngine((site) => {
  test('a member finds and likes another one, and both write and read messages', async () => {
    const joris = await aMember(site.db, { name: 'Joris', gender: 'male', locale: 'en', credits: 3 });
    const marit = await aMember(site.db, { name: 'Marit', locale: 'en' });
    const hers = await site.visit({ cookie: marit.cookie });
    await hers.open('/home');
    const his = await site.visit();
    await logIn(his, joris.email);
    await his.untilTitle('Home · Vonk');

    await his.press(navigationLink('discover'));
    await his.press({ role: 'link', name: /Marit/ });
    await his.untilAddress(`/members/${marit.id}`);
    await his.press({ role: 'button', name: t('cards:like', { name: 'Marit' }) });
    await hers.untilTitle('(1) Home · Vonk');

    await his.press({ role: 'link', name: t('cards:chat_with', { name: 'Marit' }) });
    await his.untilAddress(/^\/chats\/[\w-]{22}$/);
    await send(his, QUESTION);
    await his.untilShown(SENT);

    await hers.untilTitle('(2) Home · Vonk');
    await hers.press(navigationLink('chats'));
    await hers.press({ role: 'link', name: /Joris/, within: { role: 'main' } });
    await hers.untilShown(threadText(QUESTION));
    await his.untilShown(threadText(READ));
    await send(hers, ANSWER);
    await his.untilShown(threadText(ANSWER));
    await hers.untilShown(threadText(READ));
    expect(site.proxy.errors).toEqual([]);
  });
});
