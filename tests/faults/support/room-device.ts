import * as v from 'valibot';
import { Message } from '#contract/chat';
import { NO_PAGES, withMessage } from '../../../web/features/chat/engine/message-pages.ts';
import type { TestMember } from '../../support/database/factories.ts';
import type { ObservedDevice } from '../../support/database/invariants.ts';
import { openRoomSocket, type RoomSocket } from '../../support/product/room-socket.ts';
import type { FaultFixture } from './fault-fixture.ts';

/** One device of a member: a socket to their room and the frames it received. */
export interface Device {
  readonly memberId: string;
  frames(): readonly Record<string, unknown>[];
  /** The frames received and the messages that a page would show. */
  observed(): ObservedDevice;
  leave(): Promise<void>;
  /** Reconnects and requests the events it missed. */
  reconnect(): Promise<void>;
}

/** The messages of these frames, merged by the page's own function. */
const shownMessagesIn = (frames: readonly Record<string, unknown>[]): readonly Message[] => {
  const sent = frames.filter(({ type }) => type === 'message.sent').map(({ message }) => v.parse(Message, message));
  return [...Map.groupBy(sent, (message) => message.conversation_id).values()].flatMap(
    (ofConversation) => ofConversation.reduce(withMessage, NO_PAGES).messages,
  );
};

/** Connects a device to its member's room; it receives all stored events. */
export async function openDevice(fixture: FaultFixture, member: TestMember): Promise<Device> {
  const earlierFrames: Record<string, unknown>[] = [];
  const connect = async () => {
    const since = Math.max(0, ...earlierFrames.map(({ seq }) => (typeof seq === 'number' ? seq : 0)));
    const room = await fixture.as(member).get('/api/room.php');
    const address = `ws://${fixture.roomsHost}/parties/main/${room.at('room')}?ticket=${room.at('ticket')}&since=${since}`;
    const connected = openRoomSocket(address, fixture.worker.url);
    if (!(await connected.opened)) throw new Error('the room did not open');
    return connected;
  };
  let socket: RoomSocket | null = await connect();
  const frames = () => [...earlierFrames, ...(socket?.frames() ?? [])];
  return {
    memberId: member.id,
    frames,
    observed: () => ({ memberId: member.id, shownMessages: shownMessagesIn(frames()), receivedFrames: frames() }),
    leave: async () => {
      if (!socket) return;
      // The runtime closes a connection that never sent a message only ten seconds later.
      socket.send('ping');
      socket.close();
      await socket.closed;
      earlierFrames.push(...socket.frames());
      socket = null;
    },
    reconnect: async () => {
      socket = await connect();
    },
  };
}
