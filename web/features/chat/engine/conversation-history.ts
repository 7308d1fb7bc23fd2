import type { Conversation, Message } from '#contract/chat';
import type { ChatPorts } from './conversation-ports.ts';
import { closeGap, firstPage, hasGap, NO_PAGES, type Pages, withMessage, withNewer, withOlder } from './message-pages.ts';
import { isGone, isOver, retryAfterMs } from './send-failure.ts';

const PAGE = 50;
const CATCH_UP_PAGE = 100;
const GAP_TRIES = 3;
const GAP_WAIT_MS = 1000;
/** What changes in a moment is kept together. */
const KEEP_MS = 1000;

/** What an answer says beside the messages. */
export type Thread = Omit<Conversation, 'messages' | 'has_more'>;
/** What a thread says no longer once something of mine is in it. */
const ANSWERED = { is_stranger: false, first_messages: null } satisfies Partial<Thread>;
export type Status = 'loading' | 'ready' | 'failed';

type HistoryPorts = Pick<ChatPorts, 'calls' | 'clock' | 'threads'>;

interface HistoryListener {
  changed(): void;
  /** What an earlier page kept is shown until the server answers. */
  restored(thread: Thread): void;
  /** An answer of the server has come: these messages are known to it. */
  answered(thread: Thread, messages: readonly Message[], hasNewPass: boolean): void;
  /** No answer came, and what is known stays; the server wants to be left alone for so many milliseconds. */
  missed(least: number): void;
}

/** The acknowledged side of a conversation: fetched by pages, completed by events, without gaps, each message once. */
export class ConversationHistory {
  readonly #ports: HistoryPorts;
  readonly #id: string;
  readonly #listener: HistoryListener;
  #status: Status = 'loading';
  #error: unknown = null;
  #pages: Pages = NO_PAGES;
  #thread: Thread | null = null;
  #fetchedAt = 0;
  #isLoadingOlder = false;
  #isFetching = false;
  #requests = 0;
  #isAskedAgain = false;
  /** Since the request that is in flight began, the room said that the other is not there any more. */
  #wentOffline = false;
  #gapTries = 0;
  /** Up to this seq messages are of an earlier page, and the server has not answered since; null once it has. */
  #keptTo: number | null = null;
  #isKeeping = false;

  constructor(ports: HistoryPorts, id: string, listener: HistoryListener) {
    this.#ports = ports;
    this.#id = id;
    this.#listener = listener;
  }

  get state() {
    const { messages, hasOlder } = this.#pages;
    return { status: this.#status, error: this.#error, messages, hasOlder, isLoadingOlder: this.#isLoadingOlder, thread: this.#thread };
  }

  /** Up to this seq nothing is missing. */
  get syncedTo(): number {
    return this.#pages.syncedTo;
  }

  /** How many requests for what is missing have begun; they are made one at a time. */
  get requests(): number {
    return this.#requests;
  }

  get ageMs(): number {
    return this.#ports.clock.now() - this.#fetchedAt;
  }

  /** Fetches what is missing: the newest page at first, later what came after the last known message. One fetch at a time. */
  async refresh(): Promise<void> {
    this.#isAskedAgain = true;
    if (this.#isFetching) return;
    this.#isFetching = true;
    if (this.#status === 'failed') this.#become('loading', null);
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      this.#wentOffline = false;
      this.#requests += 1;
      await (this.#thread && this.#keptTo === null ? this.#catchUp() : this.#loadNewest()).catch((error: unknown) =>
        this.#fetchFailed(error),
      );
    }
    this.#isFetching = false;
    this.#followGap();
    this.#listener.changed();
  }

  /** Shows what an earlier page has kept of this conversation, if the server has not answered yet. */
  async restore(): Promise<void> {
    if (this.#thread) return;
    const kept = await this.#ports.threads.read(this.#id);
    if (!kept || this.#thread || isGone(this.#error)) return;
    const { messages, has_more, ...thread } = kept;
    const pages = firstPage(messages, has_more);
    this.#keptTo = pages.syncedTo;
    this.#pages = this.#pages.messages.reduce(withMessage, pages);
    this.#thread = thread;
    this.#listener.restored(thread);
    this.#become('ready', null);
  }

  async loadOlder(): Promise<void> {
    const before = this.#pages.messages[0]?.seq;
    if (this.#isLoadingOlder || !this.#pages.hasOlder || before === undefined) return;
    this.#isLoadingOlder = true;
    this.#listener.changed();
    try {
      const { messages, has_more } = await this.#ports.calls.read({ conversation: this.#id, before, limit: PAGE });
      this.#pages = withOlder(this.#pages, messages, has_more);
    } catch {
      // The reader scrolls again, and it is asked again.
    }
    this.#isLoadingOlder = false;
    this.#listener.changed();
  }

  /** One message out of an event or an answer to a send; what is missing before it is fetched. */
  take(message: Message, isMine: boolean): void {
    if (isMine) this.patchThread((thread) => ({ ...thread, ...ANSWERED }));
    this.#pages = withMessage(this.#pages, message);
    this.#listener.changed();
    this.#keep();
    if (hasGap(this.#pages)) void this.refresh();
  }

  /** Refetches if a request is in flight, as its answer may be older than this change. */
  patchThread(patch: (thread: Thread) => Thread): void {
    this.#isAskedAgain ||= this.#isFetching;
    this.#patch(patch);
  }

  /** How far the other has read; no answer takes that back, so only one before which nothing was known is asked for again. */
  takeRead(to: number): void {
    if (!this.#thread) this.#isAskedAgain ||= this.#isFetching;
    this.#patch((thread) => ({ ...thread, read_by_other_to: Math.max(thread.read_by_other_to, to) }));
  }

  /**
   * What the room says of the other. It says so whenever it gets the pass of a new answer, so a refetch here would never end. A request in
   * flight does not bring somebody back who has gone; where its answer says that nobody is there, the room says otherwise after it.
   */
  takePresence(is_online: boolean): void {
    this.#wentOffline = !is_online;
    this.patchPresence(is_online);
  }

  /** What the list of chats says of the other, until the next answer. */
  patchPresence(is_online: boolean): void {
    this.#patch((thread) => ({ ...thread, profile: { ...thread.profile, is_online } }));
  }

  #patch(patch: (thread: Thread) => Thread): void {
    if (!this.#thread) return;
    this.#thread = patch(this.#thread);
    this.#listener.changed();
    this.#keep();
  }

  /** The conversation was deleted on another device. */
  forget(): void {
    this.#pages = NO_PAGES;
    this.#thread = null;
    void this.#ports.threads.put(this.#id, null);
    this.#become('failed', null);
  }

  async #loadNewest(): Promise<void> {
    const { messages, has_more, ...thread } = await this.#ports.calls.read({ conversation: this.#id, limit: PAGE });
    // Events that came before this answer stay; a gap between the two is followed like any other. What was kept gives way.
    const since = this.#pages.messages.filter(({ seq }) => seq > (this.#keptTo ?? 0));
    this.#keptTo = null;
    this.#pages = since.reduce(withMessage, firstPage(messages, has_more));
    this.#adopt(thread, messages);
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const after = this.#pages.syncedTo;
      const { messages, has_more: _, ...thread } = await this.#ports.calls.read({ conversation: this.#id, after, limit: CATCH_UP_PAGE });
      this.#pages = withNewer(this.#pages, messages);
      this.#adopt(thread, messages);
      if (messages.length < CATCH_UP_PAGE || this.#pages.syncedTo <= after) return;
    }
  }

  #adopt(thread: Thread, messages: readonly Message[]): void {
    const known = this.#thread;
    const { profile } = thread;
    this.#thread = {
      ...thread,
      profile: { ...profile, is_online: profile.is_online && !this.#wentOffline },
      read_by_other_to: Math.max(thread.read_by_other_to, known?.read_by_other_to ?? 0),
    };
    this.#wentOffline = false;
    this.#fetchedAt = this.#ports.clock.now();
    this.#status = 'ready';
    this.#listener.answered(thread, messages, thread.typing_pass !== known?.typing_pass);
    this.#keep();
  }

  #fetchFailed(error: unknown): void {
    if (this.#thread && !isGone(error)) {
      // After the next login the thread opens anew.
      if (!isOver(error)) this.#listener.missed(retryAfterMs(error));
      return;
    }
    if (isGone(error)) void this.#ports.threads.put(this.#id, null);
    this.#become('failed', error);
  }

  /** A gap the server had nothing for at once (a copy lagging behind) is asked for again, then taken as final. */
  #followGap(): void {
    if (this.#status !== 'ready' || !hasGap(this.#pages)) {
      this.#gapTries = 0;
      return;
    }
    this.#gapTries += 1;
    if (this.#gapTries > GAP_TRIES) this.#pages = closeGap(this.#pages);
    else this.#ports.clock.after(GAP_WAIT_MS * this.#gapTries, () => void this.refresh());
  }

  /** A moment later, for a start without a connection. */
  #keep(): void {
    if (this.#isKeeping) return;
    this.#isKeeping = true;
    this.#ports.clock.after(KEEP_MS, () => {
      this.#isKeeping = false;
      const { messages, hasOlder } = this.#pages;
      if (!this.#thread || this.#keptTo !== null) return;
      const kept = messages.filter(({ seq }) => seq <= this.#pages.syncedTo).slice(-PAGE);
      const has_more = hasOlder || kept.length < messages.length;
      void this.#ports.threads.put(this.#id, { ...this.#thread, messages: kept, has_more });
    });
  }

  #become(status: Status, error: unknown): void {
    this.#status = status;
    this.#error = error;
    this.#listener.changed();
  }
}
