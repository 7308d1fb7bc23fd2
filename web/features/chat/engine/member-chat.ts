import { browserPorts } from './browser-ports.ts';
import { ConversationMachine } from './conversation-machine.ts';
import { Outbox } from './send-queue.ts';

/** A member's conversations on this page. They outlive the screens, so that coming back shows at once what was there. */
class MemberChat {
  readonly #member: string;
  readonly #ports: ReturnType<typeof browserPorts>;
  readonly #machines = new Map<string, ConversationMachine>();
  readonly #endListening: () => void;
  readonly outbox: Outbox;

  constructor(member: string) {
    this.#member = member;
    this.#ports = browserPorts(member);
    this.outbox = new Outbox(this.#ports, member);
    this.#endListening = this.#ports.events.subscribe((frame) => {
      if (frame.type === 'chat.deleted') this.forget(frame.conversation);
    });
    void this.outbox.resume();
  }

  conversation(id: string): ConversationMachine {
    const known = this.#machines.get(id);
    if (known) return known;
    const machine = new ConversationMachine(this.#ports, this.outbox, this.#member, id);
    this.#machines.set(id, machine);
    return machine;
  }

  /** The chat was deleted: what is known of it and what waits to be sent goes too, or it would come back. */
  forget(id: string): void {
    this.#machines.delete(id);
    void this.#ports.threads.put(id, null);
    for (const { client_id } of this.outbox.of(id)) void this.outbox.remove(id, client_id);
  }

  end(): void {
    this.#endListening();
    this.outbox.stop();
    for (const machine of this.#machines.values()) machine.close();
  }
}

let current: { readonly member: string; readonly chat: MemberChat } | null = null;

/** The chat of the signed-in member; made on first use, which also sends what an earlier page left unsent. */
export function memberChat(member: string): MemberChat {
  if (current?.member !== member) {
    current?.chat.end();
    current = { member, chat: new MemberChat(member) };
  }
  return current.chat;
}

/** The session of this member is over. What waits to be sent stays in the store as long as `purge-member-storage.ts` leaves it there. */
export function endMemberChat(member: string): void {
  if (current?.member !== member) return;
  current.chat.end();
  current = null;
}
