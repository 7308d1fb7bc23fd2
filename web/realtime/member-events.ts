import type { ClientFrame, RoomFrame } from '#contract/realtime';
import { createStore } from '../platform/store.ts';

/** `closed` also before the first connection: polling runs unless the state is `open`. */
export type SocketState = 'closed' | 'connecting' | 'open';
type Listener = (frame: RoomFrame) => void;

const state = createStore<SocketState>('closed');
const listeners = new Set<Listener>();
let send: ((text: string) => void) | null = null;

/** Hears every valid frame of the member's room. */
export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says something to the room; frames are hints, so one that cannot go now is dropped. */
export function sendFrame(frame: ClientFrame): void {
  if (state.get() === 'open') send?.(JSON.stringify(frame));
}

export const socketState = (): SocketState => state.get();
export const onSocketState = state.subscribe;

/** For the socket alone: its frames to the listeners, its state to all. */
export const wire = {
  deliver: (frame: RoomFrame) => {
    for (const listener of [...listeners]) listener(frame);
  },
  setState: state.set,
  setSender: (sender: ((text: string) => void) | null) => {
    send = sender;
  },
};
