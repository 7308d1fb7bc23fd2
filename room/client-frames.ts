import * as v from 'valibot';
import { ClientFrame } from '#contract/realtime';
import { stopWatching, updatePresence } from './presence.ts';
import type { ConnectionState, RoomContext, Socket } from './state.ts';
import type { TypingPass } from './tokens.ts';

const MAX_FRAMES_PER_SECOND = 20;
/** Pages send a typing signal at most once in 3 seconds. */
const TYPING_INTERVAL_MS = 2_000;
const FrameText = v.pipe(v.string(), v.maxBytes(4096), v.parseJson(), ClientFrame);
const CLOSE_CODES: Readonly<Record<string, number>> = { string: 1003, parse_json: 1007, max_bytes: 1009 };
type CloseReason = { readonly code: number; readonly reason: string };

/** The device with one more frame counted, or the code to close its socket with if that is too many in one second. */
export function countFrame(device: ConnectionState, now: number): ConnectionState | CloseReason {
  if (now - device.heardAt >= 1000) return { ...device, heardAt: now, frames: 1 };
  return device.frames < MAX_FRAMES_PER_SECOND ? { ...device, frames: device.frames + 1 } : { code: 1008, reason: 'too many frames' };
}

/** Parses a message of a device. Returns the code to close the socket with if it is not a valid frame. */
export function parseFrame(message: unknown): ClientFrame | CloseReason {
  const frame = v.safeParse(FrameText, message);
  if (frame.success) return frame.output;
  const [{ type: reason, path }] = frame.issues;
  return { code: path ? 1008 : (CLOSE_CODES[reason] ?? 1008), reason };
}

/** Posts a typing signal to the other's room, once in TYPING_INTERVAL_MS, whatever the number of sockets that send it. */
function forwardTyping(context: RoomContext, { room: otherRoom, conversation }: TypingPass): void {
  const { room, now } = context;
  const recent = Object.entries(room.typedAt).filter(([, at]) => now - at < TYPING_INTERVAL_MS);
  if (recent.some(([of]) => of === conversation)) return;
  context.room = { ...room, typedAt: { ...Object.fromEntries(recent), [conversation]: now } };
  context.post(otherRoom, { kind: 'events', events: [{ type: 'typing', conversation }] });
}

/**
 * Applies a frame that a device sent to its own room. `claimed` is the frame's typing pass, or null if it was forged or expired. It is only
 * used if it belongs to this room's member and was not revoked.
 */
export function handleFrame(context: RoomContext, socket: Socket, frame: ClientFrame, claimed: TypingPass | null): void {
  const { room, post } = context;
  const isValid = claimed?.member === room.member && claimed.expires_at > (room.dead[claimed.conversation] ?? 0);
  const pass = isValid ? claimed : null;
  if (frame.type === 'typing') {
    if (pass) forwardTyping(context, pass);
    return;
  }
  if (frame.type === 'seen') {
    const before = socket.state;
    socket.setState({ ...before, isSeen: frame.is_seen });
    updatePresence(context, before);
    return;
  }
  const { conversation } = frame;
  const presencePass = pass?.is_presence_shown && pass.conversation === conversation ? pass : null;
  const before = socket.state;
  socket.setState({ ...before, viewing: conversation ? { conversation, room: presencePass?.room ?? null } : null });
  stopWatching(context, before);
  if (conversation && presencePass) {
    post(presencePass.room, { kind: 'watch', room: room.name, conversation, is_on: true, until: presencePass.expires_at });
  }
}
