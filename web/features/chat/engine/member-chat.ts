import type { RoomFrame } from '#contract/realtime';
import { browserPorts } from './browser-ports.ts';
import { ConversationMachine } from './conversation-machine.ts';
import { withText } from './message-pages.ts';
import { SendQueue } from './send-queue.ts';

/** The conversations that stay in memory; as many as `stored-threads.ts` keeps for a start without a network. */
const MAX_CONVERSATIONS = 20;

/** The conversations and the send queue of one member on this page. They outlive the screens, so that a thread opened again shows at once. */
class MemberChat {
  readonly #member: string;
  readonly #ports: ReturnType<typeof browserPorts>;
  /** By id, those used last at the end. */
  readonly #machines = new Map<string, ConversationMachine>();
  readonly #endListening: () => void;
  readonly sendQueue: SendQueue;

  constructor(member: string) {
    this.#member = member;
    this.#ports = browserPorts(member);
    this.sendQueue = new SendQueue(this.#ports, member);
    this.#endListening = this.#ports.events.subscribe((frame) => {
      if (frame.type === 'chat.deleted') this.forget(frame.conversation);
      if (frame.type === 'message.changed') this.#changeText(frame);
    });
    void this.sendQueue.resume();
  }

  /** The machine of a conversation, created on first use. */
  conversation(id: string): ConversationMachine {
    const machine = this.#machines.get(id) ?? new ConversationMachine(this.#ports, this.sendQueue, this.#member, id);
    this.#machines.delete(id);
    this.#machines.set(id, machine);
    this.#dropOldest();
    return machine;
  }

  /** Drops conversations that are not open, those first that were not used for longest, until MAX_CONVERSATIONS are left. */
  #dropOldest(): void {
    const closed = [...this.#machines].slice(0, -1).filter(([, { isOpen }]) => !isOpen);
    for (const [id] of closed.slice(0, Math.max(0, this.#machines.size - MAX_CONVERSATIONS))) this.#machines.delete(id);
  }

  /** Drops a deleted conversation with its stored copy and its pending messages; one of these would bring it back if sent. */
  forget(id: string): void {
    this.#machines.get(id)?.forget();
    this.#machines.delete(id);
    void this.#ports.threadStore.put(id, null);
    for (const { client_id } of this.sendQueue.pendingOf(id)) void this.sendQueue.remove(id, client_id);
  }

  /** Puts another text into a conversation that is not open, and into its stored copy. */
  #changeText(frame: Extract<RoomFrame, { type: 'message.changed' }>): void {
    const machine = this.#machines.get(frame.conversation);
    if (machine && !machine.isOpen) machine.changeText(frame.message);
    void this.#changeStoredText(frame);
  }

  /** Puts another text into the stored copy of a conversation. A thread that was opened on this page stores its own copy, too. */
  async #changeStoredText({ conversation, message: { id, text } }: Extract<RoomFrame, { type: 'message.changed' }>): Promise<void> {
    const stored = await this.#ports.threadStore.read(conversation);
    const changed = stored && withText(stored, id, text);
    if (changed && changed !== stored) await this.#ports.threadStore.put(conversation, changed);
  }

  end(): void {
    this.#endListening();
    this.sendQueue.stop();
    for (const machine of this.#machines.values()) machine.close();
  }
}

let current: { readonly member: string; readonly chat: MemberChat } | null = null;

/** The chat of the signed-in member, created on first use, which also sends what an earlier page left unsent. */
export function memberChat(member: string): MemberChat {
  if (current?.member !== member) {
    current?.chat.end();
    current = { member, chat: new MemberChat(member) };
  }
  return current.chat;
}

/** Ends the chat of a member whose session is over. Pending messages stay stored until `purge-member-storage.ts` deletes them. */
export function endMemberChat(member: string): void {
  if (current?.member !== member) return;
  current.chat.end();
  current = null;
}
