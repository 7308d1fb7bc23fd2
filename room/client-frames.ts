import * as v from 'valibot';
import { ClientFrame } from '#contract/realtime';
import { stopWatching } from './presence.ts';
import type { Change, Device, Effect, Scene } from './state.ts';
import type { TypingPass } from './typing-pass.ts';

const MOST_BYTES = 4096;
const MOST_A_SECOND = 20;
type Refusal = { readonly code: number; readonly reason: string };

/** The device after one more frame, or why it is one too many. */
export function countFrame(device: Device, now: number): Device | Refusal {
  if (now - device.heardAt >= 1000) return { ...device, heardAt: now, frames: 1 };
  return device.frames < MOST_A_SECOND ? { ...device, frames: device.frames + 1 } : { code: 1008, reason: 'too many frames' };
}

/** The frame in a message, or the code to close the socket with. */
export function readFrame(message: unknown): ClientFrame | Refusal {
  if (typeof message !== 'string') return { code: 1003, reason: 'text only' };
  if (new TextEncoder().encode(message).length > MOST_BYTES) return { code: 1009, reason: 'too large' };
  try {
    const frame = v.safeParse(ClientFrame, JSON.parse(message));
    return frame.success ? frame.output : { code: 1008, reason: 'unknown frame' };
  } catch {
    return { code: 1007, reason: 'not JSON' };
  }
}

/** What a device says to its own room. `given` is the frame's pass, signed and in time: it must also be theirs, and not revoked since. */
export function takeFrame(scene: Scene, from: string, frame: ClientFrame, given: TypingPass | null): Change {
  const { room, devices, name } = scene;
  const device = devices.get(from);
  if (!device) return { room, effects: [] };
  const isHonoured = given?.member === device.member && given.expires_at > (room.revoked[given.conversation] ?? 0);
  const pass = isHonoured ? given : null;
  if (frame.type === 'typing') {
    const events = pass ? [{ type: 'typing' as const, conversation: pass.conversation }] : [];
    return { room, effects: pass ? [{ do: 'post', room: pass.room, post: { kind: 'events', events } }] : [] };
  }
  const { conversation } = frame;
  const shown = pass?.is_presence_shown && pass.conversation === conversation ? pass : null;
  const next: Device = { ...device, viewing: conversation ? { conversation, room: shown?.room ?? null } : null };
  const effects: Effect[] = [{ do: 'mark', to: from, device: next }, ...stopWatching(device, new Map(devices).set(from, next), name)];
  if (shown) {
    const watch = { kind: 'watch' as const, room: name, conversation: shown.conversation, is_on: true, until: shown.expires_at };
    effects.push({ do: 'post', room: shown.room, post: watch });
  }
  return { room, effects };
}
