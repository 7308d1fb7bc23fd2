import * as v from 'valibot';
import { Conversation } from '#contract/chat';
import { putKept } from '../../../offline/answer-store.ts';
import { entries, getMany } from '../../../offline/key-value.ts';
import { isKeptFor } from '../../../offline/storage-owner.ts';
import { asKept, isKept, keptAnswers, OWNER } from '../../../offline/stored-answers.ts';
import { orNothing } from '../../../platform/safe-storage.ts';

const PREFIX = 'thread/';
const MOST_THREADS = 20;

/** A conversation as this browser has kept it of a member; null where there is none, or nothing that can be read any longer. */
export async function readThread(member: string, id: string): Promise<Conversation | null> {
  const [owner, kept] = (await orNothing(() => getMany<unknown>([OWNER, `${PREFIX}${id}`], keptAnswers().patient))) ?? [];
  const parsed = owner === member && isKeptFor(member) && isKept(kept) ? v.safeParse(Conversation, kept.data) : null;
  return parsed?.success ? parsed.output : null;
}

/** The threads that were kept longest ago, where there would be more than twenty with this one. */
async function tooOld(name: string): Promise<string[]> {
  const threads = (await entries<unknown>(keptAnswers().patient)).filter(([other]) => other.startsWith(PREFIX) && other !== name);
  const ageOf = ([, one]: [string, unknown]) => (isKept(one) ? one.at : 0);
  const byAge = threads.toSorted((a, b) => ageOf(b) - ageOf(a));
  return byAge.slice(MOST_THREADS - 1).map(([other]) => other);
}

/** Keeps a conversation, or drops it (null). Its passes and the other's presence are left out: they do not outlive the page. */
export async function putThread(member: string, id: string, thread: Conversation | null): Promise<void> {
  const name = `${PREFIX}${id}`;
  const kept = thread && asKept({ ...thread, profile: { ...thread.profile, is_online: false }, typing_pass: '', send_pass: '' });
  const old = (thread && (await orNothing(() => tooOld(name)))) ?? [];
  await orNothing(() => putKept(member, [[name, kept], ...old.map((other) => [other, null] as const)]));
}
