import * as v from 'valibot';
import { ClientFrame } from '#contract/realtime';
import { followPresence, stopWatching } from './presence.ts';
import type { Device, Scene, Socket } from './state.ts';
import type { TypingPass } from './tokens.ts';

const MOST_A_SECOND = 20;
const FrameText = v.pipe(v.string(), v.maxBytes(4096), v.parseJson(), ClientFrame);
const CODES: Readonly<Record<string, number>> = { string: 1003, parse_json: 1007, max_bytes: 1009 };
type Refusal = { readonly code: number; readonly reason: string };

/** The device after one more frame, or why it is one too many. */
export function countFrame(device: Device, now: number): Device | Refusal {
  if (now - device.heardAt >= 1000) return { ...device, heardAt: now, frames: 1 };
  return device.frames < MOST_A_SECOND ? { ...device, frames: device.frames + 1 } : { code: 1008, reason: 'too many frames' };
}

/** The frame in a message, or the code to close the socket with. */
export function readFrame(message: unknown): ClientFrame | Refusal {
  const frame = v.safeParse(FrameText, message);
  if (frame.success) return frame.output;
  const [{ type: reason, path }] = frame.issues;
  return { code: path ? 1008 : (CODES[reason] ?? 1008), reason };
}

/** What a device says to its own room. `given` is the frame's pass, signed and in time: it must also be theirs, and not revoked since. */
export function takeFrame(scene: Scene, socket: Socket, frame: ClientFrame, given: TypingPass | null): void {
  const { room, post } = scene;
  const isHonoured = given?.member === room.member && given.expires_at > (room.dead[given.conversation] ?? 0);
  const pass = isHonoured ? given : null;
  if (frame.type === 'typing') {
    if (pass) post(pass.room, { kind: 'events', events: [{ type: 'typing', conversation: pass.conversation }] });
    return;
  }
  if (frame.type === 'seen') {
    const before = socket.state;
    socket.setState({ ...before, isSeen: frame.is_seen });
    followPresence(scene, before);
    return;
  }
  const { conversation } = frame;
  const shown = pass?.is_presence_shown && pass.conversation === conversation ? pass : null;
  const before = socket.state;
  socket.setState({ ...before, viewing: conversation ? { conversation, room: shown?.room ?? null } : null });
  stopWatching(scene, before);
  if (conversation && shown) post(shown.room, { kind: 'watch', room: room.name, conversation, is_on: true, until: shown.expires_at });
}
