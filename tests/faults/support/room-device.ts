import * as v from 'valibot';
import { Message } from '#contract/chat';
import { NO_PAGES, withMessage } from '../../../web/features/chat/engine/message-pages.ts';
import type { TestMember } from '../../support/database/factories.ts';
import type { Watched } from '../../support/database/invariants.ts';
import { openRoomSocket, type RoomSocket } from '../../support/product/room-socket.ts';
import type { FaultWorld } from './fault-fixture.ts';

/** One device of a member: a socket to their room, and what came over it. */
export interface Device {
  readonly memberId: string;
  frames(): readonly Record<string, unknown>[];
  /** What it shows of all that, as the page would. */
  watched(): Watched;
  leave(): Promise<void>;
  /** Comes back and asks for what it missed. */
  comeBack(): Promise<void>;
}

/** The messages in frames as the page's own list takes them in. */
const shownIn = (frames: readonly Record<string, unknown>[]): readonly Message[] => {
  const sent = frames.filter(({ type }) => type === 'message.sent').map(({ message }) => v.parse(Message, message));
  return [...Map.groupBy(sent, (message) => message.conversation_id).values()].flatMap((its) => its.reduce(withMessage, NO_PAGES).messages);
};

/** A device that is in its member's room and has heard all that the room has kept. */
export async function openDevice(world: FaultWorld, member: TestMember): Promise<Device> {
  const before: Record<string, unknown>[] = [];
  const enter = async () => {
    const since = Math.max(0, ...before.map(({ seq }) => (typeof seq === 'number' ? seq : 0)));
    const room = await world.as(member).get('/api/room.php');
    const address = `ws://${world.roomsHost}/parties/main/${room.at('room')}?ticket=${room.at('ticket')}&since=${since}`;
    const entered = openRoomSocket(address, world.worker.url);
    if (!(await entered.opened)) throw new Error('the room did not open');
    return entered;
  };
  let socket: RoomSocket | null = await enter();
  const frames = () => [...before, ...(socket?.frames() ?? [])];
  return {
    memberId: member.id,
    frames,
    watched: () => ({ memberId: member.id, shown: shownIn(frames()), told: frames() }),
    leave: async () => {
      if (!socket) return;
      // The runtime ends the connection of one that never spoke ten seconds late.
      socket.send('ping');
      socket.close();
      await socket.closed;
      before.push(...socket.frames());
      socket = null;
    },
    comeBack: async () => {
      socket = await enter();
    },
  };
}
