import type { Message } from '#contract/chat';
import type { RoomFrame } from '#contract/realtime';
import { ConversationHistory, type Thread } from './conversation-history.ts';
import type { ChatPorts, PendingMessage, Sent } from './conversation-ports.ts';
import type { ConversationSnapshot } from './conversation-snapshot.ts';
import { without } from './pending-messages.ts';
import { ReadMark } from './read-mark.ts';
import type { Outbox } from './send-queue.ts';
import { CatchingUp } from './thread-polling.ts';
import { TypingSignal } from './typing-signal.ts';

/** The signed pass lives an hour. An older one is renewed when something happens in the thread, not for its own sake. */
const PASS_LIFE_MS = 50 * 60_000;

/** One conversation of one member: what is known of it, what is under way, and how the two meet. Knows neither React nor the DOM. */
export class ConversationMachine {
  readonly #ports: ChatPorts;
  readonly #outbox: Outbox;
  readonly #me: string;
  readonly #id: string;
  readonly #history: ConversationHistory;
  readonly #readMark: ReadMark;
  readonly #typing: TypingSignal;
  readonly #catchingUp: CatchingUp;
  readonly #listeners = new Set<() => void>();
  #endings: (() => void)[] = [];
  #isVisible = false;
  #isOpening = true;
  #firstUnread: number | null = null;
  /** The newest message came into view while nobody looked. */
  #awaitsEyes = false;
  /** What another tab has sent, most likely, stays in view until a request begun after that is answered. */
  #takenElsewhere: readonly { readonly message: PendingMessage; readonly requests: number }[] = [];
  #snapshot: ConversationSnapshot;

  constructor(ports: ChatPorts, outbox: Outbox, me: string, id: string) {
    this.#ports = ports;
    this.#outbox = outbox;
    this.#me = me;
    this.#id = id;
    this.#history = new ConversationHistory(ports, id, {
      changed: () => this.#emit(),
      restored: (thread) => this.#readMark.confirm(thread.read_to),
      answered: (thread, messages, hasNewPass) => this.#adopt(thread, messages, hasNewPass),
      missed: (least) => this.#catchingUp.missed(least),
    });
    this.#readMark = new ReadMark((to) => this.#putReadMark(to), ports.clock);
    this.#typing = new TypingSignal(ports.clock, () => this.#emit());
    const ask = () => void this.refresh();
    this.#catchingUp = new CatchingUp(ports, ask, () => this.#isVisible);
    this.#snapshot = this.#makeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): ConversationSnapshot => this.#snapshot;

  /** Starts listening and brings what is known up to the present. */
  open(): void {
    if (this.#endings.length > 0) return;
    this.#isOpening = true;
    this.#firstUnread = null;
    this.#endings = [
      this.#ports.events.subscribe((frame) => this.#receive(frame)),
      this.#ports.events.onReconnect(() => this.#reconnected()),
      this.#outbox.listen(this.#id, {
        changed: () => this.#emit(),
        sent: (sent) => this.#acknowledge(sent),
        pass: () => this.#history.state.thread?.send_pass,
        refused: () => void this.refresh(),
        takenElsewhere: (messages) => this.#awaitSent(messages),
      }),
      this.#catchingUp.start(),
    ];
    this.#emit();
    void this.#history.restore();
    void this.refresh();
  }

  close(): void {
    this.setVisible(false);
    this.#awaitsEyes = false;
    this.#typing.hide();
    for (const end of this.#endings.splice(0)) end();
  }

  refresh(): Promise<void> {
    return this.#history.refresh();
  }

  loadOlder(): Promise<void> {
    return this.#history.loadOlder();
  }

  send(text: string): void {
    this.#typing.reset();
    void this.#outbox.add(this.#id, text);
  }

  retry(client_id: string): void {
    void this.#outbox.retry(this.#id, client_id);
  }

  discard(client_id: string): void {
    void this.#outbox.remove(this.#id, client_id);
  }

  /** The thread is on the screen of a visible tab, or no longer. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#tellViewing();
    if (isVisible && (this.#isPassOld || !this.#ports.events.isOpen())) void this.refresh();
    if (isVisible && this.#awaitsEyes) this.seen();
  }

  /** The newest message is in view. It counts as read once the tab can be seen. */
  seen(): void {
    this.#awaitsEyes = !this.#isVisible;
    const to = this.#history.syncedTo;
    const isNews = ({ seq, sender_id }: Message) => sender_id !== this.#me && seq > this.#readMark.to && seq <= to;
    if (!this.#isVisible || !this.#history.state.messages.some(isNews)) return;
    this.#ports.followers.reading(this.#id);
    this.#readMark.reach(to);
  }

  typed(): void {
    const typing_pass = this.#history.state.thread?.typing_pass;
    if (this.#isPassOld) void this.refresh();
    if (typing_pass && this.#ports.events.isOpen() && this.#typing.isDue()) this.#ports.events.send({ type: 'typing', typing_pass });
  }

  /** The list of chats knows a message up to this seq. */
  noticeNewer(seq: number): void {
    if (this.#history.state.status === 'ready' && seq > this.#history.syncedTo) void this.refresh();
  }

  /** What the list of chats says of the other's presence, which counts once the pass that brings it is old. */
  noticePresence(isOnline: boolean): void {
    if (this.#isPassOld) this.#history.patchPresence(isOnline);
  }

  get #isPassOld(): boolean {
    return Boolean(this.#history.state.thread?.typing_pass) && this.#history.ageMs > PASS_LIFE_MS;
  }

  #adopt(thread: Thread, messages: readonly Message[], hasNewPass: boolean): void {
    this.#catchingUp.answered();
    this.#readMark.confirm(thread.read_to);
    if (this.#isOpening) this.#firstUnread = this.#firstAfter(thread.read_to);
    this.#isOpening = false;
    this.#takenElsewhere = this.#takenElsewhere.filter(({ requests }) => requests >= this.#history.requests);
    this.#settle(messages);
    if (messages.length > 0) this.#ports.followers.arrived(messages);
    if (hasNewPass && this.#isVisible) this.#tellViewing();
    this.#emit();
  }

  #firstAfter(read_to: number): number | null {
    const isUnread = ({ seq, sender_id }: Message) => seq > read_to && sender_id !== this.#me;
    return this.#history.state.messages.find(isUnread)?.seq ?? null;
  }

  #receive(frame: RoomFrame): void {
    if (frame.type === 'message.sent' && frame.message.conversation_id === this.#id) this.#take(frame.message);
    else if (frame.type === 'messages.read' && frame.conversation === this.#id) this.#takeRead(frame.reader, frame.to);
    else if (frame.type === 'typing' && frame.conversation === this.#id) this.#typing.show();
    else if (frame.type === 'chat.deleted' && frame.conversation === this.#id) this.#history.forget();
    else if (frame.type === 'presence.changed') this.#takePresence(frame.profile, frame.is_online);
    else if (frame.type === 'credits.changed') this.#takeCredits(frame.credits);
    else if (frame.type === 'match.made' && frame.profile.id === this.#snapshot.thread?.profile.id) void this.refresh();
    else if (frame.type === 'resync' || frame.type === 'user.changed') void this.refresh();
  }

  #take(message: Message): void {
    const isFirst = this.#history.state.messages.length === 0;
    const isTheirs = message.sender_id !== this.#me;
    this.#history.take(message, !isTheirs);
    this.#settle([message]);
    if (isTheirs) this.#typing.hide();
    // Who wrote first settles who pays: the price is asked for again.
    if (isTheirs && (isFirst || this.#isPassOld)) void this.refresh();
  }

  #acknowledge({ message, credits, send_pass }: Sent): void {
    this.#history.take(message, true);
    this.#history.patchThread((thread) => ({ ...thread, send_pass: send_pass ?? thread.send_pass }));
    this.#takeCredits(credits);
  }

  /** What has failed waits for its member, who has retried it or given it up. */
  #awaitSent(messages: readonly PendingMessage[]): void {
    const { requests } = this.#history;
    const queued = messages.filter(({ state }) => state === 'queued');
    this.#takenElsewhere = [...this.#takenElsewhere, ...queued.map((message) => ({ message, requests }))];
    void this.refresh();
  }

  /** What the server has of mine is pending no longer. */
  #settle(messages: readonly Message[]): void {
    for (const { client_id, sender_id } of messages) if (sender_id === this.#me) void this.#outbox.remove(this.#id, client_id);
  }

  #takeRead(reader: string, to: number): void {
    if (reader === this.#me) this.#readMark.confirm(to);
    else this.#history.takeRead(to);
  }

  #takePresence(profile: string, is_online: boolean): void {
    if (profile === this.#snapshot.thread?.profile.id) this.#history.takePresence(is_online);
  }

  #takeCredits(credits: number): void {
    this.#history.patchThread((thread) => {
      const isShort = thread.price.credits > credits;
      if (isShort && thread.can_send.ok) return { ...thread, can_send: { ok: false, code: 'not_enough_credits' } };
      if (!isShort && thread.can_send.code === 'not_enough_credits') return { ...thread, can_send: { ok: true, code: null } };
      return thread;
    });
  }

  async #putReadMark(to: number): Promise<void> {
    const { unread } = await this.#ports.calls.markRead({ conversation: { id: this.#id }, read_to: to });
    this.#ports.followers.read(this.#id, unread);
  }

  #reconnected(): void {
    this.#tellViewing();
    void this.refresh();
  }

  #tellViewing(): void {
    const { events } = this.#ports;
    const typing_pass = this.#history.state.thread?.typing_pass;
    if (!events.isOpen()) return;
    if (!this.#isVisible) events.send({ type: 'viewing', conversation: null });
    else if (typing_pass) events.send({ type: 'viewing', conversation: this.#id, typing_pass });
  }

  #makeSnapshot(): ConversationSnapshot {
    const history = this.#history.state;
    const arrived = new Set(history.messages.map((message) => message.client_id));
    const waiting = this.#outbox.of(this.#id);
    const taken = this.#takenElsewhere.map(({ message }) => message);
    const pending = [...without(taken, waiting), ...waiting].filter((entry) => !arrived.has(entry.client_id));
    return { ...history, pending, isTyping: this.#typing.isShown, isOpening: this.#isOpening, firstUnread: this.#firstUnread };
  }

  #emit(): void {
    this.#snapshot = this.#makeSnapshot();
    for (const listener of this.#listeners) listener();
  }
}
