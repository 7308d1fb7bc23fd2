import type { Conversation, Message } from '#contract/chat';
import type { ChatPorts } from './conversation-ports.ts';
import {
  acceptGap,
  firstPage,
  hasGap,
  type MessagePages,
  NO_PAGES,
  newestOf,
  withMessage,
  withNewer,
  withOlder,
  withText,
} from './message-pages.ts';
import { isFinal, isNotFound, retryAfterMs } from './send-failure.ts';

const PAGE_SIZE = 50;
const CATCH_UP_PAGE_SIZE = 100;
/** How many of the newest messages a thread keeps in memory while it is closed: at least the first, and up to the second if they are unread. */
const KEPT_WHILE_CLOSED = 100;
const UNREAD_KEPT_WHILE_CLOSED = 200;
const MAX_GAP_TRIES = 3;
const GAP_WAIT_MS = 1000;
/** Milliseconds for which changes are collected before the thread is stored. */
const STORE_DELAY_MS = 1000;

/** A conversation as the server answers it, without its messages: the other member, read marks, price, permission and passes. */
export type ThreadInfo = Omit<Conversation, 'messages' | 'has_more'>;
/** The facts that change once a message of the member is in the conversation: no stranger any more, no limit of first messages. */
const AFTER_OWN_MESSAGE = { is_stranger: false, first_messages: null } satisfies Partial<ThreadInfo>;
export type HistoryStatus = 'loading' | 'ready' | 'failed';

type HistoryPorts = Pick<ChatPorts, 'calls' | 'clock' | 'threadStore'>;

interface HistoryListener {
  changed(): void;
  /** The stored copy of an earlier page is shown until the server answers. */
  restored(thread: ThreadInfo): void;
  /** The server has answered with these messages. `hasNewPass`: with another typing pass than before. */
  answered(thread: ThreadInfo, messages: readonly Message[], hasNewPass: boolean): void;
  /** A request failed and what is known stays. The server must not be asked again for `retryAfter` milliseconds. */
  fetchFailed(retryAfter: number): void;
}

/** The messages of a conversation that the server has stored: loaded in pages, completed by events, without gaps, each once. */
export class ConversationHistory {
  readonly #ports: HistoryPorts;
  readonly #id: string;
  readonly #listener: HistoryListener;
  #status: HistoryStatus = 'loading';
  #error: unknown = null;
  #pages: MessagePages = NO_PAGES;
  #thread: ThreadInfo | null = null;
  #fetchedAt = 0;
  #isLoadingOlder = false;
  #isFetching = false;
  #requestCount = 0;
  #isRefreshRequested = false;
  /** Whether the room has reported the other as offline since the running request began. */
  #wentOffline = false;
  #gapTries = 0;
  /** Up to this seq the messages come from the stored copy; null once the server has answered. */
  #restoredTo: number | null = null;
  #isStoreScheduled = false;
  /** How often the conversation was deleted. An answer to a question from before that is dropped. */
  #deletions = 0;

  constructor(ports: HistoryPorts, id: string, listener: HistoryListener) {
    this.#ports = ports;
    this.#id = id;
    this.#listener = listener;
  }

  get state() {
    const { messages, hasOlder } = this.#pages;
    return {
      status: this.#status,
      error: this.#error,
      messages,
      hasOlder,
      isLoadingOlder: this.#isLoadingOlder,
      thread: this.#thread,
    };
  }

  /** The seq up to which no message is missing behind the oldest one. */
  get syncedTo(): number {
    return this.#pages.syncedTo;
  }

  /** How many requests for missing messages have begun; they run one at a time. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /** Milliseconds since the last answer of the server. */
  get ageMs(): number {
    return this.#ports.clock.now() - this.#fetchedAt;
  }

  /** Loads the newest page at first, later what follows the last known message. A call during a running request repeats it afterwards. */
  async refresh(): Promise<void> {
    this.#isRefreshRequested = true;
    if (this.#isFetching) return;
    this.#isFetching = true;
    if (this.#status === 'failed') this.#setStatus('loading', null);
    while (this.#isRefreshRequested) {
      this.#isRefreshRequested = false;
      this.#wentOffline = false;
      this.#requestCount += 1;
      await (this.#thread && this.#restoredTo === null ? this.#catchUp() : this.#loadNewest()).catch((error: unknown) =>
        this.#fetchFailed(error),
      );
    }
    this.#isFetching = false;
    this.#retryGap();
    this.#listener.changed();
  }

  /** Shows the stored copy of this conversation if there is one and the server has not answered yet. */
  async restore(): Promise<void> {
    if (this.#thread) return;
    const stored = await this.#ports.threadStore.read(this.#id);
    if (!stored || this.#thread || isNotFound(this.#error)) return;
    const { messages, has_more, ...thread } = stored;
    const pages = firstPage(messages, has_more);
    this.#restoredTo = pages.syncedTo;
    this.#pages = this.#pages.messages.reduce(withMessage, pages);
    this.#thread = thread;
    this.#listener.restored(thread);
    this.#setStatus('ready', null);
  }

  /** Loads the page of messages before the oldest known one. */
  async loadOlder(): Promise<void> {
    const before = this.#pages.messages[0]?.seq;
    if (this.#isLoadingOlder || !this.#pages.hasOlder || before === undefined) return;
    this.#isLoadingOlder = true;
    this.#listener.changed();
    try {
      const { messages, has_more } = await this.#ports.calls.read({ conversation: this.#id, before, limit: PAGE_SIZE });
      // If the oldest message is another one by now, because the thread was closed or read anew, a gap would be between it and this page.
      if (this.#pages.messages[0]?.seq === before) this.#pages = withOlder(this.#pages, messages, has_more);
    } catch {
      // The next scroll near the top asks again.
    }
    this.#isLoadingOlder = false;
    this.#listener.changed();
  }

  /**
   * Drops all but the newest messages of a thread that was closed, so that a page which stays open does not grow with all it has shown.
   * `firstUnreadSeq`: where the thread opens again; null at its end.
   */
  dropOlder(firstUnreadSeq: number | null): void {
    this.#pages = newestOf(this.#pages, { from: firstUnreadSeq, least: KEPT_WHILE_CLOSED, most: UNREAD_KEPT_WHILE_CLOSED });
  }

  /** Adds a message from an event or from the answer to a send, and loads what is missing before it. */
  addMessage(message: Message, isMine: boolean): void {
    if (isMine) this.patchThread((thread) => ({ ...thread, ...AFTER_OWN_MESSAGE }));
    this.#pages = withMessage(this.#pages, message);
    this.#listener.changed();
    this.#scheduleStore();
    if (hasGap(this.#pages)) void this.refresh();
  }

  /** Puts another text into a message, here and in the stored copy. A running request is repeated, as its answer may be older. */
  changeText({ id, text }: Pick<Message, 'id' | 'text'>): void {
    this.#isRefreshRequested ||= this.#isFetching;
    this.#pages = withText(this.#pages, id, text);
    this.#listener.changed();
    this.#scheduleStore();
  }

  /** Changes the facts of the thread. A running request is repeated, as its answer may be older than this change. */
  patchThread(patch: (thread: ThreadInfo) => ThreadInfo): void {
    this.#isRefreshRequested ||= this.#isFetching;
    this.#patch(patch);
  }

  /**
   * Moves the read mark of the other forward. A running request is repeated only if there is no thread yet that could hold the mark: later
   * answers never move it back.
   */
  applyReadByOther(to: number): void {
    if (!this.#thread) this.#isRefreshRequested ||= this.#isFetching;
    this.#patch((thread) => ({ ...thread, read_by_other_to: Math.max(thread.read_by_other_to, to) }));
  }

  /**
   * Applies the presence of the other as the room reports it. The room reports it after every new pass, so a refetch here would never end. An
   * older answer in flight does not show the other as online again; if it shows them as offline wrongly, the room reports again after it.
   */
  applyRoomPresence(is_online: boolean): void {
    this.#wentOffline = !is_online;
    this.applyListedPresence(is_online);
  }

  /** Applies the presence of the other until the next answer, as the conversation list shows it. */
  applyListedPresence(is_online: boolean): void {
    this.#patch((thread) => ({ ...thread, profile: { ...thread.profile, is_online } }));
  }

  #patch(patch: (thread: ThreadInfo) => ThreadInfo): void {
    if (!this.#thread) return;
    this.#thread = patch(this.#thread);
    this.#listener.changed();
    this.#scheduleStore();
  }

  /** Empties the history and its stored copy after the conversation was deleted. */
  forget(): void {
    this.#deletions += 1;
    this.#pages = NO_PAGES;
    this.#thread = null;
    void this.#ports.threadStore.put(this.#id, null);
    this.#setStatus('failed', null);
  }

  async #loadNewest(): Promise<void> {
    const deletions = this.#deletions;
    const { messages, has_more, ...thread } = await this.#ports.calls.read({ conversation: this.#id, limit: PAGE_SIZE });
    if (deletions < this.#deletions) return;
    // Messages of events that came before this answer stay, those of the stored copy are replaced. A gap is closed like any other.
    const fromEvents = this.#pages.messages.filter(({ seq }) => seq > (this.#restoredTo ?? 0));
    this.#restoredTo = null;
    this.#pages = fromEvents.reduce(withMessage, firstPage(messages, has_more));
    this.#applyAnswer(thread, messages);
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const after = this.#pages.syncedTo;
      const deletions = this.#deletions;
      const {
        messages,
        has_more: _,
        ...thread
      } = await this.#ports.calls.read({ conversation: this.#id, after, limit: CATCH_UP_PAGE_SIZE });
      if (deletions < this.#deletions) return;
      this.#pages = withNewer(this.#pages, messages);
      this.#applyAnswer(thread, messages);
      if (messages.length < CATCH_UP_PAGE_SIZE || this.#pages.syncedTo <= after) return;
    }
  }

  #applyAnswer(thread: ThreadInfo, messages: readonly Message[]): void {
    const previous = this.#thread;
    const { profile } = thread;
    this.#thread = {
      ...thread,
      profile: { ...profile, is_online: profile.is_online && !this.#wentOffline },
      read_by_other_to: Math.max(thread.read_by_other_to, previous?.read_by_other_to ?? 0),
    };
    this.#wentOffline = false;
    this.#fetchedAt = this.#ports.clock.now();
    this.#status = 'ready';
    this.#listener.answered(thread, messages, thread.typing_pass !== previous?.typing_pass);
    this.#scheduleStore();
  }

  #fetchFailed(error: unknown): void {
    if (this.#thread && !isNotFound(error)) {
      // If the session is over, the next login opens the thread again.
      if (!isFinal(error)) this.#listener.fetchFailed(retryAfterMs(error));
      return;
    }
    if (isNotFound(error)) void this.#ports.threadStore.put(this.#id, null);
    this.#setStatus('failed', error);
  }

  /** Asks again for a gap that the server could not fill, as after a restore, and after MAX_GAP_TRIES accepts it as final. */
  #retryGap(): void {
    if (this.#status !== 'ready' || !hasGap(this.#pages)) {
      this.#gapTries = 0;
      return;
    }
    this.#gapTries += 1;
    if (this.#gapTries > MAX_GAP_TRIES) this.#pages = acceptGap(this.#pages);
    else this.#ports.clock.after(GAP_WAIT_MS * this.#gapTries, () => void this.refresh());
  }

  /** Stores the newest messages after STORE_DELAY_MS, for a start without a connection. */
  #scheduleStore(): void {
    if (this.#isStoreScheduled) return;
    this.#isStoreScheduled = true;
    this.#ports.clock.after(STORE_DELAY_MS, () => {
      this.#isStoreScheduled = false;
      const { messages, hasOlder } = this.#pages;
      if (!this.#thread || this.#restoredTo !== null) return;
      const newest = messages.filter(({ seq }) => seq <= this.#pages.syncedTo).slice(-PAGE_SIZE);
      const has_more = hasOlder || newest.length < messages.length;
      void this.#ports.threadStore.put(this.#id, { ...this.#thread, messages: newest, has_more });
    });
  }

  #setStatus(status: HistoryStatus, error: unknown): void {
    this.#status = status;
    this.#error = error;
    this.#listener.changed();
  }
}
