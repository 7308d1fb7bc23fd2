import { expect, test } from 'vitest';
import { t } from '../../browser/support/translations.ts';
import { aMember } from '../../support/database/factories.ts';
import type { Engine } from './browser-engine.ts';
import { logIn, logOut, navigationLink, SENT, send, threadText } from './chat-actions.ts';
import type { EngineSite } from './engine-site.ts';

const QUESTION = 'What is the story with the boat?';

/** Defines a short test of the main functions of the site in one engine. */
export function testShortJourney(site: EngineSite<Engine>): void {
  test('a member logs in, finds another one, likes her, writes to her and logs out', async () => {
    const joris = await aMember(site.db, { name: 'Joris', gender: 'male', locale: 'en', credits: 3 });
    const marit = await aMember(site.db, { name: 'Marit', locale: 'en' });
    const hers = await site.visit({ cookie: marit.cookie });
    await hers.open('/chats');
    const his = await site.visit();
    await logIn(his, joris.email);

    await his.press(navigationLink('discover'));
    await his.press({ role: 'link', name: /Marit/ });
    await his.untilAddress(`/members/${marit.id}`);
    await his.press({ role: 'button', name: t('cards:like', { name: 'Marit' }) });
    await his.press({ role: 'link', name: t('cards:chat_with', { name: 'Marit' }) });
    await his.untilAddress(/^\/chats\/[\w-]{22}$/);
    await send(his, QUESTION);

    await hers.press({ role: 'link', name: /Joris/, within: { role: 'main' } });
    await hers.untilShown(threadText(QUESTION));
    await his.untilShown(SENT);
    await logOut(his);
    expect(site.proxy.errors).toEqual([]);
  });
}
