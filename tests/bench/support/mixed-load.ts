import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { Message } from '#contract/chat';
import { ErrorBody } from '#contract/errors';
import { GENDERS } from '#contract/primitives';
import { backoffMs } from '../../../web/features/chat/engine/backoff.ts';
import { sendFailureOf } from '../../../web/features/chat/engine/send-failure.ts';
import { newId } from '../../support/database/factories.ts';
import { seededRandom } from '../../support/timing/seeded-sample.ts';
import type { LoadMember, LoadMembers, LoadPair } from './load-members.ts';
import { type CalledSite, type MemberAnswer, MemberClient } from './member-client.ts';

/** The kinds of requests and the share of each in the mixed load, in percent (docs/performance.md, "P15: mixed load"). */
export const SHARES = { poll: 40, search: 30, profile: 15, message: 10, like: 5 } as const;
export type Kind = keyof typeof SHARES;
export const KINDS = Object.keys(SHARES) as Kind[];
const WEIGHTED_KINDS = KINDS.map((kind) => ({ kind, weight: SHARES[kind] }));

const POLLED_PATHS = ['/api/user.php', '/api/chats.php', '/api/likes.php'] as const;
/** What the page waits between two tries of a send. */
const SEND_BACKOFF = { firstMs: 1_000, maxMs: 30_000 };

/** One request with its answer. */
export interface LoadRequest {
  readonly kind: Kind;
  /** The status of the answer; 0 if none came in time. */
  readonly status: number;
  /** The code of the refusal; empty if it was not refused. */
  readonly code: string;
  readonly hasRetryAfter: boolean;
  /** Start and duration in ms; the start by `performance.now()`. */
  readonly startedAt: number;
  readonly ms: number;
}

interface MixedLoadOptions {
  readonly load: LoadMembers;
  readonly site: CalledSite;
  /** Chooses who asks for what. */
  readonly seed: string;
  readonly onRequest: (request: LoadRequest) => void;
  /** Gets the body of each answer that was not a refusal. */
  readonly onAnswer?: (member: LoadMember, path: string, text: string) => void;
}

/** Sound: a text that is no JSON has no code. */
function codeOf(text: string): string {
  try {
    const parsed = v.safeParse(ErrorBody, JSON.parse(text));
    return parsed.success ? parsed.output.error.code : '';
  } catch {
    return '';
  }
}

const SentAnswer = v.object({ message: Message, send_pass: v.string() });

/** A refusal as the page's send queue reads it. */
class SendError extends Error {
  readonly code: string;
  readonly retryAfter: number | null;

  constructor({ status, text, retryAfter }: MemberAnswer) {
    super(`the send was answered with ${status}`);
    this.code = codeOf(text) || (status === 0 ? 'offline' : 'unavailable');
    this.retryAfter = retryAfter;
  }
}

type Send = (client: MemberClient, body: unknown) => Promise<MemberAnswer>;

/**
 * The messages of one member in one conversation, sent as the page's send queue does: in order, one at a time, each with an id of its own and
 * the send pass of the answer before, and again under the same id until it is acknowledged.
 */
class Sender {
  readonly #client: MemberClient;
  readonly #conversation: string;
  readonly #send: Send;
  readonly #queue: { readonly clientId: string; readonly done: PromiseWithResolvers<void> }[] = [];
  readonly acknowledged: Message[] = [];
  /** Codes of refusals after which the page would mark a message as failed. */
  readonly refused: string[] = [];
  #sendPass = '';
  #isSending = false;

  constructor(client: MemberClient, conversation: string, send: Send) {
    this.#client = client;
    this.#conversation = conversation;
    this.#send = send;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Queues a message. Resolves when it is acknowledged or refused for good. */
  add(): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#queue.push({ clientId: newId(), done });
    if (!this.#isSending) void this.#drain();
    return done.promise;
  }

  async #drain(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      await this.#sendUntilDone(next.clientId);
      this.#queue.shift();
      next.done.resolve();
    }
    this.#isSending = false;
  }

  async #sendUntilDone(clientId: string): Promise<void> {
    const message = { client_id: clientId, text: `Message ${clientId}` };
    for (let failures = 1; ; failures += 1) {
      const body = { conversation: { id: this.#conversation }, message, send_pass: this.#sendPass };
      const answer = await this.#send(this.#client, body);
      if (answer.status === 200 || answer.status === 201) return this.#acknowledge(answer.text);
      const failure = sendFailureOf(new SendError(answer));
      if (failure.kind === 'refused') return void this.refused.push(failure.reason);
      await pause(backoffMs(failures, Math.random(), { ...SEND_BACKOFF, minMs: failure.waitMs }));
    }
  }

  #acknowledge(text: string): void {
    const { message, send_pass } = v.parse(SentAnswer, JSON.parse(text));
    this.#sendPass = send_pass;
    this.acknowledged.push(message);
  }
}

/** Draws requests in the shares of the mixed load and makes them as pages do. */
export class MixedLoad {
  readonly #options: MixedLoadOptions;
  readonly #random;
  readonly #clients = new Map<string, MemberClient>();
  readonly #senders: readonly Sender[];
  /** Requests and messages that are under way. */
  inFlight = 0;

  constructor(options: MixedLoadOptions) {
    this.#options = options;
    this.#random = seededRandom(`mixed load ${options.seed}`);
    this.#senders = options.load.pairs.flatMap((pair) => this.#sendersOf(pair));
  }

  #sendersOf({ conversation, members }: LoadPair): Sender[] {
    const send: Send = (client, body) => this.#request('message', client, '/api/chat.php', { method: 'POST', body });
    return members.map((member) => new Sender(this.clientOf(member), conversation, send));
  }

  /** The page of a member. */
  clientOf(member: LoadMember): MemberClient {
    const known = this.#clients.get(member.id);
    if (known) return known;
    const client = new MemberClient(this.#options.site, member);
    this.#clients.set(member.id, client);
    return client;
  }

  async #request(kind: Kind, client: MemberClient, path: string, options: Parameters<MemberClient['call']>[1] = {}): Promise<MemberAnswer> {
    const startedAt = performance.now();
    const answer = await client.call(path, options);
    const { status, ms, text, retryAfter } = answer;
    this.#options.onRequest({
      kind,
      status,
      code: status >= 400 ? codeOf(text) : '',
      hasRetryAfter: retryAfter !== null,
      startedAt,
      ms,
    });
    if (status === 200) this.#options.onAnswer?.(client.member, path, text);
    return answer;
  }

  #anyClient(): MemberClient {
    return this.clientOf(this.#random.pick(this.#options.load.members));
  }

  /** A search as a member makes it on a phone: one country, one gender, a span of ages. */
  #searchPath(country: string): string {
    const random = this.#random;
    const from = random.between(18, 50);
    const filters = {
      country,
      gender: random.pick(GENDERS.slice(0, 2)),
      min_age: from,
      max_age: from + random.between(5, 15),
      ...{ looking_for: '', interests: '', body_height: '', photo: random.between(0, 1), online: 0, new_here: 0, sort: 'active' },
    };
    return `/api/search.php?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`;
  }

  /** Draws the next request and makes it. Resolves when it is answered, for a message when it is acknowledged; never rejects. */
  next(): Promise<unknown> {
    return this.nextOf(this.#random.pickWeighted(WEIGHTED_KINDS).kind);
  }

  /** The same of one kind. */
  nextOf(kind: Kind): Promise<unknown> {
    this.inFlight += 1;
    return this.#make(kind).finally(() => {
      this.inFlight -= 1;
    });
  }

  /** Everything is drawn before the first wait, so that the draws depend on the seed alone. */
  #make(kind: Kind): Promise<unknown> {
    const { profiles } = this.#options.load;
    if (kind === 'message') return this.#random.pick(this.#senders).add();
    const client = this.#anyClient();
    switch (kind) {
      case 'poll':
        return this.#request(kind, client, this.#random.pick(POLLED_PATHS), { isPolled: true });
      case 'search':
        return this.#request(kind, client, this.#searchPath(client.member.country));
      case 'profile':
        return this.#request(kind, client, `/api/profile.php?id=${this.#random.pick(profiles)}`);
      case 'like':
        return this.#request(kind, client, '/api/likes.php', { method: 'POST', body: { profile: this.#random.pick(profiles) } });
    }
  }

  /** All messages that were acknowledged so far. */
  acknowledged(): readonly Message[] {
    return this.#senders.flatMap((sender) => sender.acknowledged);
  }

  /** The codes of messages that were refused for good. */
  refusedMessages(): readonly string[] {
    return this.#senders.flatMap((sender) => sender.refused);
  }

  /** Messages that were not acknowledged yet. */
  waitingMessages(): number {
    return this.#senders.reduce((sum, { waiting }) => sum + waiting, 0);
  }
}

/** What an open loop did: how many requests it began, how many it had to leave out, and how late (ms) it began one at most. */
export interface Arrivals {
  readonly begun: number;
  readonly leftOut: number;
  readonly latestMs: number;
}

/** More requests are never under way: what arrives then is left out and counted. */
const MOST_IN_FLIGHT = 4_000;

/**
 * An open loop: begins requests at `rate` a second for `ms`, at random distances as those of many independent members, however long answers
 * take. Ends early when `signal` aborts. Resolves when the last one has begun.
 */
export async function openLoop(load: MixedLoad, rate: number, ms: number, seed: string, signal?: AbortSignal): Promise<Arrivals> {
  const random = seededRandom(`arrivals ${seed}`);
  const start = performance.now();
  let [begun, leftOut, latestMs] = [0, 0, 0];
  for (let due = 0; due < ms && !signal?.aborted; due += (-Math.log(1 - random.next()) / rate) * 1000) {
    const early = start + due - performance.now();
    if (early >= 1) await pause(early);
    latestMs = Math.max(latestMs, performance.now() - start - due);
    if (load.inFlight >= MOST_IN_FLIGHT) leftOut += 1;
    else {
      begun += 1;
      void load.next();
    }
  }
  return { begun, leftOut, latestMs };
}

/** A closed loop: so many members who each make one request after the other, for `ms`. Returns the requests that were answered. */
export async function closedLoop(run: () => Promise<unknown>, members: number, ms: number): Promise<number> {
  const until = performance.now() + ms;
  let answered = 0;
  const one = async () => {
    while (performance.now() < until) {
      await run();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: members }, one));
  return answered;
}
