import type { Conversation, Message } from '#contract/chat';
import type { ErrorCode } from '#contract/errors';
import { BLANK_CARD } from '#contract/profile';
import type { ChatCalls, Clock } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { settled } from './fake-ports.ts';

export const ME = 'me'.padEnd(22, '0');
export const OTHER = 'other'.padEnd(22, '0');
export const CONVERSATION = 'conversation'.padEnd(22, '0');

interface RefusalDetails {
  readonly ends_at?: string;
  readonly credits?: number;
}

/** An error with the fields of the page's CallError. */
export class Refusal extends Error {
  readonly code: ErrorCode | 'offline';
  readonly retryAfter: number | null;
  readonly details: RefusalDetails;
  constructor(code: ErrorCode | 'offline', retryAfter: number | null = null, details: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

/** The server's side of one conversation, with the faults a network can add. */
export class FakeServer implements ChatCalls {
  messages: Message[] = [];
  readonly sends: { client_id: string; text: string }[] = [];
  readonly receivedPasses: (string | undefined)[] = [];
  /** What each send expected to pay, in credits. */
  readonly expected: (number | undefined)[] = [];
  readonly reads: { before?: unknown; after?: unknown }[] = [];
  readonly marks: number[] = [];
  readTo = 0;
  readByOther = 0;
  credits = 10;
  price = 1;
  sendPass = 'send pass';
  firstMessages: Conversation['first_messages'] = null;
  sendsAtOnce = 0;
  mostSendsAtOnce = 0;
  /** The faults of the next calls, in order. Without one a call succeeds. */
  sendFaults: (Refusal | 'lost after commit')[] = [];
  readFaults: Refusal[] = [];
  markFaults: Refusal[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(sender_id: string, text: string, client_id = `${sender_id}-${this.messages.length}`): Message {
    const seq = (this.messages.at(-1)?.seq ?? 0) + 1;
    const created_at = new Date(this.#clock.now()).toISOString();
    const message = { id: `m${seq}`, client_id, conversation_id: CONVERSATION, seq, sender_id, text, created_at };
    this.messages = [...this.messages, message];
    return message;
  }

  async read({ before, after, limit }: Parameters<ChatCalls['read']>[0]): Promise<Conversation> {
    this.reads.push({ before, after });
    const fault = this.readFaults.shift();
    if (fault) throw fault;
    const size = Number(limit);
    const fitting = this.messages.filter(
      ({ seq }) => (before === undefined || seq < Number(before)) && (after === undefined || seq > Number(after)),
    );
    const messages = after === undefined ? fitting.slice(-size) : fitting.slice(0, size);
    return { ...this.#thread(), messages, has_more: fitting.length > messages.length };
  }

  async send({ message: { client_id, text }, send_pass, expects }: Parameters<ChatCalls['send']>[0]) {
    this.sends.push({ client_id, text });
    this.receivedPasses.push(send_pass);
    this.expected.push(expects?.credits);
    this.mostSendsAtOnce = Math.max(this.mostSendsAtOnce, ++this.sendsAtOnce);
    await settled();
    this.sendsAtOnce -= 1;
    const fault = this.sendFaults.shift();
    if (fault instanceof Refusal) throw fault;
    const known = this.messages.find((message) => message.client_id === client_id);
    if (!known && expects && this.price > expects.credits) throw new Refusal('price_changed', null, { credits: this.price });
    if (!known) this.credits -= this.price;
    const message = known ?? this.add(ME, text, client_id);
    if (fault) throw new Refusal('offline');
    return { message, credits: this.credits, send_pass: known ? '' : `${this.sendPass} ${message.seq}` };
  }

  async markRead({ read_to }: Parameters<ChatCalls['markRead']>[0]) {
    const fault = this.markFaults.shift();
    if (fault) throw fault;
    this.marks.push(Number(read_to));
    this.readTo = Math.max(this.readTo, Number(read_to));
    return { read_to: this.readTo, unread: { conversation: 0, total: 0 } };
  }

  #thread() {
    return {
      profile: { ...BLANK_CARD, id: OTHER, name: 'Marit', age: 31, is_online: true },
      read_to: this.readTo,
      read_by_other_to: this.readByOther,
      price: { credits: this.price, reason: this.price > 0 ? ('priced' as const) : ('match' as const) },
      can_send: { ok: true, code: null },
      first_messages: this.firstMessages,
      typing_pass: 'pass',
      send_pass: this.sendPass,
      liked: { mine: null, theirs: null },
      is_stranger: false,
      is_aside: false,
    };
  }
}
