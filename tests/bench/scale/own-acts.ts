import type { Database } from '#db/client';
import { aConversation, aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { assertCorrect } from '../support/report.ts';
import type { SiteWorker } from '../support/workers.ts';
import { type BenchBrowser, openBrowser } from './browser.ts';
import { WORKERS } from './site.ts';

/** One of so many reads is done a second time without the bookmark, to see how often it would be stale. */
const CONTROL_EVERY = 10;

/** Where an act of a member shows, and whether an answer from there shows it. */
interface Trace {
  readonly path: string;
  readonly isShownBy: (answer: ApiAnswer) => boolean;
}

interface Act {
  readonly name: string;
  /** Does it through a Worker, the `n`th time. */
  readonly run: (worker: number, n: number) => Promise<Trace>;
}

/** A member who acts and looks at once whether it shows. */
export interface Actor {
  readonly browser: BenchBrowser;
  /**
   * Does something through one Worker and reads it through another. Throws if the read does not show it. Returns whether the same read without a
   * bookmark was stale, null if it was not tried.
   */
  tryOnce(n: number): Promise<boolean | null>;
}

const changeProfile = (browser: BenchBrowser): Act => ({
  name: 'change of the profile',
  run: async (worker, n) => {
    const personal = `Text ${n}`;
    await browser.call(worker, 'put', '/api/user.php', { personal });
    return { path: '/api/user.php', isShownBy: (answer) => answer.at('user.profile.personal') === personal };
  },
});

function likeAndUnlike(browser: BenchBrowser, profile: string): Act {
  let isLiked = false;
  return {
    name: 'like or its withdrawal',
    run: async (worker) => {
      isLiked = !isLiked;
      await browser.call(worker, isLiked ? 'post' : 'delete', '/api/likes.php', { profile });
      return { path: `/api/profile.php?id=${profile}`, isShownBy: (answer) => answer.at('profile.did_like_profile') === isLiked };
    },
  };
}

/** The texts of the messages in the answer of a thread. */
export const textsIn = (answer: ApiAnswer): readonly string[] => {
  const messages = answer.at('messages');
  return Array.isArray(messages) ? messages.map(({ text }) => String(text)) : [];
};

/** What sends a message through a Worker, with the send pass of the one before as a page does. */
export function threadOf(browser: BenchBrowser, conversation: string) {
  let send_pass = '';
  return {
    path: `/api/chat.php?conversation=${conversation}&limit=10`,
    send: async (worker: number, text: string): Promise<void> => {
      const message = { client_id: newId(), text };
      const answer = await browser.call(worker, 'post', '/api/chat.php', { conversation: { id: conversation }, message, send_pass });
      send_pass = String(answer.at('send_pass'));
    },
  };
}

function sendMessage(browser: BenchBrowser, conversation: string): Act {
  const { path, send } = threadOf(browser, conversation);
  return {
    name: 'message',
    run: async (worker, n) => {
      const text = `Message ${n}`;
      await send(worker, text);
      return { path, isShownBy: (answer) => textsIn(answer).includes(text) };
    },
  };
}

function actorOf(browser: BenchBrowser, acts: readonly Act[]): Actor {
  return {
    browser,
    tryOnce: async (n) => {
      const { name, run } = acts[n % acts.length] as Act;
      const round = Math.floor(n / acts.length);
      const worker = round % WORKERS;
      const other = (worker + 1 + (Math.floor(round / WORKERS) % (WORKERS - 1))) % WORKERS;
      const { path, isShownBy } = await run(worker, n);
      const isControlled = round % CONTROL_EVERY === 0;
      const [answer, without] = await Promise.all([
        browser.call(other, 'get', path),
        isControlled ? browser.readWithout(other, path) : null,
      ]);
      assertCorrect(isShownBy(answer), `try ${n}, a ${name} through Worker ${worker}, shows at Worker ${other}`);
      return without && !isShownBy(without);
    },
  };
}

export interface Pair {
  readonly one: TestMember;
  readonly other: TestMember;
  readonly conversation: string;
}

/** Pairs of members who match, so that their messages are free, with a conversation each. */
export async function matchedPairs(db: Database, count: number): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let number = 0; number < count; number += 1) {
    const [one, other] = [await aMember(db), await aMember(db)];
    await aMatch(db, one.id, other.id);
    pairs.push({ one, other, conversation: await aConversation(db, one.id, other.id) });
  }
  return pairs;
}

/** Members who act at the same time, each on the profile, the likes and the messages of their own. */
export async function makeActors(
  db: Database,
  workers: readonly SiteWorker[],
  count: number,
  onAnswer?: (ms: number) => void,
): Promise<readonly Actor[]> {
  const pairs = await matchedPairs(db, count);
  return pairs.map(({ one, conversation }, number) => {
    const browser = openBrowser(workers, one, onAnswer);
    const liked = pairs[(number + 1) % pairs.length]?.one.id ?? '';
    return actorOf(browser, [changeProfile(browser), likeAndUnlike(browser, liked), sendMessage(browser, conversation)]);
  });
}
