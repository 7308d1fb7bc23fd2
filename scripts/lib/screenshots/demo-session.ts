import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DEMO_LOGINS } from '#db/demo/logins';
import { CommandError } from '../command/command-error.ts';

/** The session of a demo member, with the ids that addresses need. */
export interface DemoSession {
  readonly storageState: BrowserContextOptions['storageState'];
  readonly memberId: string;
  /** A member who likes the demo member, if there is one. */
  readonly likerId?: string;
  readonly chatId: string;
  /** Cards of members, for made-up answers of the API. */
  readonly cards?: readonly unknown[];
}

/** The string at a path in a JSON value; empty if there is none. */
function textAt(value: unknown, path: readonly (string | number)[]): string {
  let inner = value;
  for (const key of path) inner = typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined;
  return typeof inner === 'string' ? inner : '';
}

const cardsIn = (found: unknown): readonly unknown[] =>
  typeof found === 'object' && found !== null && 'profiles' in found && Array.isArray(found.profiles) ? found.profiles : [];

/** Logs in the first demo member and finds a member and a conversation to open. Throws a command error if the login is refused. */
export async function logInDemoMember(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<DemoSession> {
  const [login] = DEMO_LOGINS;
  if (!login) throw new CommandError('There is no demo login.');
  await using context = await browser.newContext(options);
  const headers = { Origin: url };
  const answer = await context.request.post(`${url}/api/login.php`, { headers, data: { email: login.email, password: login.password } });
  if (!answer.ok()) throw new CommandError(`The demo login was refused: ${answer.status()} ${await answer.text()}`);
  const read = async (path: string): Promise<unknown> => (await context.request.get(`${url}/api/${path}`, { headers })).json();
  const found = await read('search.php?searchAllCountries=1');
  const memberId = textAt(found, ['profiles', 0, 'id']);
  const listedChatId = textAt(await read('chats.php'), ['chats', 0, 'conversation', 'id']);
  const chatId = listedChatId || textAt(await read(`chat.php?profile=${memberId}`), ['id']);
  const likerId = textAt(await read('likes.php'), ['liked_by', 1, 'id']) || memberId;
  return { storageState: await context.storageState(), memberId, likerId, chatId, cards: cardsIn(found) };
}
