import type { ExpectedPrice, Message } from '#contract/chat';
import type { RoomFrame } from '#contract/realtime';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { ConversationHistory, type ThreadInfo } from './conversation-history.ts';
import type { ChatPorts, PendingMessage, SendAnswer } from './conversation-ports.ts';
import type { ConversationSnapshot } from './conversation-snapshot.ts';
import { excludeById } from './pending-messages.ts';
import { ReadMark } from './read-mark.ts';
import type { SendRefusal } from './send-failure.ts';
import type { SendQueue } from './send-queue.ts';
import { ThreadPolling } from './thread-polling.ts';
import { TypingSignal } from './typing-signal.ts';

/** The age at which the typing pass, valid for one hour, counts as old. It is renewed when something happens in the thread. */
const PASS_RENEWAL_MS = 50 * 60_000;

/** One conversation of one member: its stored messages, its pending ones, read mark and typing signal. Uses neither React nor the DOM. */
export class ConversationMachine {
  readonly #ports: ChatPorts;
  readonly #sendQueue: SendQueue;
  readonly #me: string;
  readonly #id: string;
  readonly #history: ConversationHistory;
  readonly #readMark: ReadMark;
  readonly #typing: TypingSignal;
  readonly #polling: ThreadPolling;
  readonly #listeners = new Set<() => void>();
  #unsubscribers: (() => void)[] = [];
  #isVisible = false;
  #isAwaitingAnswer = true;
  #firstUnreadSeq: number | null = null;
  /** Whether the newest message was in view while the tab was hidden; it is marked as read once the tab is visible. */
  #isReadPending = false;
  /** Messages that another tab has probably sent, with the number of requests before. Each is shown until a later request is answered. */
  #removedElsewhere: readonly { readonly message: PendingMessage; readonly requests: number }[] = [];
  #snapshot: ConversationSnapshot;

  constructor(ports: ChatPorts, sendQueue: SendQueue, me: string, id: string) {
    this.#ports = ports;
    this.#sendQueue = sendQueue;
    this.#me = me;
    this.#id = id;
    this.#history = new ConversationHistory(ports, id, {
      changed: () => this.#emit(),
      restored: (thread) => this.#readMark.confirm(thread.read_to),
      answered: (thread, messages, hasNewPass) => this.#applyAnswer(thread, messages, hasNewPass),
      fetchFailed: (retryAfter) => this.#polling.requestFailed(retryAfter),
    });
    this.#readMark = new ReadMark((to) => this.#sendReadMark(to), ports.clock);
    this.#typing = new TypingSignal(ports.clock, () => this.#emit());
    const refresh = () => void this.refresh();
    this.#polling = new ThreadPolling(ports, refresh, () => this.#isVisible);
    this.#snapshot = this.#makeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): ConversationSnapshot => this.#snapshot;

  /** Subscribes to the room and the send queue, shows the stored copy and loads what is missing. Does nothing while open. */
  open(): void {
    if (this.isOpen) return;
    this.#isAwaitingAnswer = true;
    this.#firstUnreadSeq = null;
    this.#unsubscribers = [
      this.#ports.events.subscribe((frame) => this.#receive(frame)),
      this.#ports.events.onReconnect(() => this.#reconnected()),
      this.#sendQueue.listen(this.#id, {
        changed: () => this.#emit(),
        sent: (sent) => this.#acknowledge(sent),
        sendPass: () => this.#history.state.thread?.send_pass,
        refused: (refusal) => this.#applyRefusal(refusal),
        removedElsewhere: (messages) => this.#showUntilFetched(messages),
      }),
      this.#polling.start(),
    ];
    this.#emit();
    void this.#history.restore();
    void this.refresh();
  }

  get isOpen(): boolean {
    return this.#unsubscribers.length > 0;
  }

  close(): void {
    this.setVisible(false);
    this.#isReadPending = false;
    this.#typing.hide();
    for (const unsubscribe of this.#unsubscribers.splice(0)) unsubscribe();
    this.#history.dropOlder(this.#firstUnreadAfter(this.#readMark.to));
    this.#emit();
  }

  refresh(): Promise<void> {
    return this.#history.refresh();
  }

  /** Empties the thread and its stored copy after the conversation was deleted. */
  forget(): void {
    this.#history.forget();
  }

  loadOlder(): Promise<void> {
    return this.#history.loadOlder();
  }

  /** Sends a message. `expects`: what the button said that sent it; `about`: what it quotes. */
  send(text: string, expects: ExpectedPrice, about: DraftQuote | null = null): void {
    this.#typing.reset();
    void this.#sendQueue.add(this.#id, text, { credits: expects.credits }, about);
  }

  retry(client_id: string): void {
    void this.#sendQueue.retry(this.#id, client_id);
  }

  discard(client_id: string): void {
    void this.#sendQueue.remove(this.#id, client_id);
  }

  /** Puts another text into a message. To be called for closed threads, which do not hear the event. */
  changeText(message: Pick<Message, 'id' | 'text'>): void {
    this.#history.changeText(message);
  }

  /** To be called when the tab of the open thread becomes visible or hidden. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#sendViewing();
    if (isVisible && (this.#isPassOld || !this.#ports.events.isOpen())) void this.refresh();
    if (isVisible && this.#isReadPending) this.newestInView();
  }

  /** To be called when the newest message is in view. Marks the thread as read: at once in a visible tab, else when it becomes visible. */
  newestInView(): void {
    this.#isReadPending = !this.#isVisible;
    const to = this.#history.syncedTo;
    const isUnread = ({ seq, sender_id }: Message) => sender_id !== this.#me && seq > this.#readMark.to && seq <= to;
    if (!this.#isVisible || !this.#history.state.messages.some(isUnread)) return;
    this.#ports.observer.readingStarted(this.#id);
    this.#readMark.advance(to);
  }

  /** To be called when the member types: sends a typing signal if one is due. */
  signalTyping(): void {
    const typing_pass = this.#history.state.thread?.typing_pass;
    if (this.#isPassOld) void this.refresh();
    if (typing_pass && this.#ports.events.isOpen() && this.#typing.consumeIfDue()) this.#ports.events.send({ type: 'typing', typing_pass });
  }

  /** Loads new messages if the conversation list shows a last message with a higher seq. */
  catchUpTo(seq: number): void {
    if (this.#history.state.status === 'ready' && seq > this.#history.syncedTo) void this.refresh();
  }

  /** Applies the presence that the conversation list shows. The room reports presence only as long as the pass is valid. */
  applyListedPresence(isOnline: boolean): void {
    if (this.#isPassOld) this.#history.applyListedPresence(isOnline);
  }

  get #isPassOld(): boolean {
    return Boolean(this.#history.state.thread?.typing_pass) && this.#history.ageMs > PASS_RENEWAL_MS;
  }

  #applyAnswer(thread: ThreadInfo, messages: readonly Message[], hasNewPass: boolean): void {
    this.#polling.requestSucceeded();
    this.#readMark.confirm(thread.read_to);
    if (this.#isAwaitingAnswer) this.#firstUnreadSeq = this.#firstUnreadAfter(thread.read_to);
    this.#isAwaitingAnswer = false;
    this.#removedElsewhere = this.#removedElsewhere.filter(({ requests }) => requests >= this.#history.requestCount);
    this.#removeAcknowledged(messages);
    if (messages.length > 0) this.#ports.observer.messagesArrived(messages);
    if (hasNewPass && this.#isVisible) this.#sendViewing();
    this.#emit();
  }

  #firstUnreadAfter(read_to: number): number | null {
    const isUnread = ({ seq, sender_id }: Message) => seq > read_to && sender_id !== this.#me;
    return this.#history.state.messages.find(isUnread)?.seq ?? null;
  }

  #receive(frame: RoomFrame): void {
    if (frame.type === 'message.sent' && frame.message.conversation_id === this.#id) this.#receiveMessage(frame.message);
    else if (frame.type === 'messages.read' && frame.conversation === this.#id) this.#applyRead(frame.reader, frame.to);
    else if (frame.type === 'message.changed' && frame.conversation === this.#id) this.#history.changeText(frame.message);
    else if (frame.type === 'typing' && frame.conversation === this.#id) this.#typing.show();
    else if (frame.type === 'chat.deleted' && frame.conversation === this.#id) this.#history.forget();
    else if (frame.type === 'presence.changed') this.#applyPresence(frame.profile, frame.is_online);
    else if (frame.type === 'credits.changed') this.#applyCredits(frame.credits);
    else if (frame.type === 'match.made' && frame.profile.id === this.#snapshot.thread?.profile.id) void this.refresh();
    else if (frame.type === 'resync' || frame.type === 'user.changed') void this.refresh();
  }

  #receiveMessage(message: Message): void {
    const isFirst = this.#history.state.messages.length === 0;
    const isTheirs = message.sender_id !== this.#me;
    this.#history.addMessage(message, !isTheirs);
    this.#removeAcknowledged([message]);
    if (isTheirs) this.#typing.hide();
    // The first message decides who pays, so the price is loaded again.
    if (isTheirs && (isFirst || this.#isPassOld)) void this.refresh();
  }

  #acknowledge({ message, credits, send_pass }: SendAnswer): void {
    this.#history.addMessage(message, true);
    this.#history.patchThread((thread) => ({ ...thread, send_pass: send_pass ?? thread.send_pass }));
    this.#applyCredits(credits);
  }

  /** Shows messages that another tab has probably sent. Failed ones are left out: the member retried or discarded them there. */
  #showUntilFetched(messages: readonly PendingMessage[]): void {
    const { requestCount } = this.#history;
    const queued = messages.filter(({ state }) => state === 'queued');
    this.#removedElsewhere = [...this.#removedElsewhere, ...queued.map((message) => ({ message, requests: requestCount }))];
    void this.refresh();
  }

  /** Removes pending messages that the server has stored. */
  #removeAcknowledged(messages: readonly Message[]): void {
    for (const { client_id, sender_id } of messages) {
      if (sender_id === this.#me) void this.#sendQueue.remove(this.#id, client_id);
    }
  }

  #applyRead(reader: string, to: number): void {
    if (reader === this.#me) this.#readMark.confirm(to);
    else this.#history.applyReadByOther(to);
  }

  #applyPresence(profile: string, is_online: boolean): void {
    if (profile === this.#snapshot.thread?.profile.id) this.#history.applyRoomPresence(is_online);
  }

  /** Shows the price at once that has refused a message, and reads what else has changed. Only a message without a reason to be free has one. */
  #applyRefusal({ newPrice }: SendRefusal): void {
    if (newPrice) this.#history.patchThread((thread) => ({ ...thread, price: { ...newPrice, reason: 'priced' } }));
    void this.refresh();
  }

  /** Recomputes whether the member can send with this balance. */
  #applyCredits(credits: number): void {
    this.#history.patchThread((thread) => {
      const isShort = thread.price.credits > credits;
      if (isShort && thread.can_send.ok) return { ...thread, can_send: { ok: false, code: 'not_enough_credits' } };
      if (!isShort && thread.can_send.code === 'not_enough_credits') return { ...thread, can_send: { ok: true, code: null } };
      return thread;
    });
  }

  async #sendReadMark(to: number): Promise<void> {
    const { unread } = await this.#ports.calls.markRead({ conversation: { id: this.#id }, read_to: to });
    this.#ports.observer.readConfirmed(this.#id, unread);
  }

  #reconnected(): void {
    this.#sendViewing();
    void this.refresh();
  }

  /** Tells the room which conversation is on the screen; only then it reports the other's online state. */
  #sendViewing(): void {
    const { events } = this.#ports;
    const typing_pass = this.#history.state.thread?.typing_pass;
    if (!events.isOpen()) return;
    if (!this.#isVisible) events.send({ type: 'viewing', conversation: null });
    else if (typing_pass) events.send({ type: 'viewing', conversation: this.#id, typing_pass });
  }

  #makeSnapshot(): ConversationSnapshot {
    const history = this.#history.state;
    const storedIds = new Set(history.messages.map((message) => message.client_id));
    const queued = this.#sendQueue.pendingOf(this.#id);
    const sentElsewhere = this.#removedElsewhere.map(({ message }) => message);
    const pending = [...excludeById(sentElsewhere, queued), ...queued].filter((entry) => !storedIds.has(entry.client_id));
    return {
      ...history,
      pending,
      isTyping: this.#typing.isOtherTyping,
      isAwaitingAnswer: this.#isAwaitingAnswer,
      firstUnreadSeq: this.#firstUnreadSeq,
    };
  }

  #emit(): void {
    this.#snapshot = this.#makeSnapshot();
    for (const listener of this.#listeners) listener();
  }
}
