import * as v from 'valibot';
import { Conversation } from '#contract/chat';
import { storeAnswers } from '../../../offline/answer-store.ts';
import { entries, getMany } from '../../../offline/key-value.ts';
import { mayShowAnswersOf } from '../../../offline/storage-owner.ts';
import {
  CONFIRMED_KEY,
  isConfirmedLately,
  isStoredAnswer,
  OWNER_KEY,
  storedAnswers,
  toStoredAnswer,
} from '../../../offline/stored-answers.ts';
import { safely } from '../../../platform/safe-storage.ts';

const KEY_PREFIX = 'thread/';
const MAX_THREADS = 20;

/**
 * The stored copy of a member's conversation. Returns null if there is none, if it belongs to another member or may no longer be shown, or
 * if it cannot be parsed.
 */
export async function readStoredThread(member: string, id: string): Promise<Conversation | null> {
  const names = [OWNER_KEY, CONFIRMED_KEY, `${KEY_PREFIX}${id}`];
  const [owner, confirmed, stored] = (await safely(() => getMany<unknown>(names, storedAnswers().unbounded))) ?? [];
  const isShown = owner === member && mayShowAnswersOf(member) && isConfirmedLately(confirmed);
  const parsed = isShown && isStoredAnswer(stored) ? v.safeParse(Conversation, stored.data) : null;
  return parsed?.success ? parsed.output : null;
}

/** The names of the copies stored longest ago, as many as there would be above MAX_THREADS together with this one. */
async function threadsToEvict(name: string): Promise<string[]> {
  const threads = (await entries<unknown>(storedAnswers().unbounded)).filter(([other]) => other.startsWith(KEY_PREFIX) && other !== name);
  const storedAt = ([, answer]: [string, unknown]) => (isStoredAnswer(answer) ? answer.at : 0);
  const newestFirst = threads.toSorted((a, b) => storedAt(b) - storedAt(a));
  return newestFirst.slice(MAX_THREADS - 1).map(([other]) => other);
}

/** Stores a copy of a conversation; null deletes it. Passes and the other's presence are left out, as they soon expire. */
export async function storeThread(member: string, id: string, thread: Conversation | null): Promise<void> {
  const name = `${KEY_PREFIX}${id}`;
  const withoutTransient = thread && {
    ...thread,
    profile: { ...thread.profile, is_online: false },
    typing_pass: '',
    send_pass: '',
  };
  const answer = withoutTransient && toStoredAnswer(withoutTransient);
  const surplus = (thread && (await safely(() => threadsToEvict(name)))) ?? [];
  await safely(() => storeAnswers(member, [[name, answer], ...surplus.map((other) => [other, null] as const)]));
}
