import * as v from 'valibot';
import { Conversation } from '#contract/chat';
import { putKept } from '../../../offline/answer-store.ts';
import { entries, getMany } from '../../../offline/key-value.ts';
import { isKeptFor } from '../../../offline/storage-owner.ts';
import { asKept, isKept, keptAnswers, OWNER } from '../../../offline/stored-answers.ts';
import { orNothing } from '../../../platform/safe-storage.ts';

const PREFIX = 'thread/';
const MOST_THREADS = 20;

/** The stored copy of a member's conversation. Returns null if there is none, if it belongs to another member, or if it cannot be parsed. */
export async function readThread(member: string, id: string): Promise<Conversation | null> {
  const [owner, stored] = (await orNothing(() => getMany<unknown>([OWNER, `${PREFIX}${id}`], keptAnswers().patient))) ?? [];
  const parsed = owner === member && isKeptFor(member) && isKept(stored) ? v.safeParse(Conversation, stored.data) : null;
  return parsed?.success ? parsed.output : null;
}

/** The names of the copies stored longest ago, as many as there would be above MOST_THREADS together with this one. */
async function tooOld(name: string): Promise<string[]> {
  const threads = (await entries<unknown>(keptAnswers().patient)).filter(([other]) => other.startsWith(PREFIX) && other !== name);
  const storedAt = ([, answer]: [string, unknown]) => (isKept(answer) ? answer.at : 0);
  const newestFirst = threads.toSorted((a, b) => storedAt(b) - storedAt(a));
  return newestFirst.slice(MOST_THREADS - 1).map(([other]) => other);
}

/** Stores a copy of a conversation; null deletes it. Passes and the other's presence are left out, as they soon expire. */
export async function putThread(member: string, id: string, thread: Conversation | null): Promise<void> {
  const name = `${PREFIX}${id}`;
  const withoutTransient = thread && {
    ...thread,
    profile: { ...thread.profile, is_online: false },
    typing_pass: '',
    send_pass: '',
  };
  const answer = withoutTransient && asKept(withoutTransient);
  const surplus = (thread && (await orNothing(() => tooOld(name)))) ?? [];
  await orNothing(() => putKept(member, [[name, answer], ...surplus.map((other) => [other, null] as const)]));
}
