import type { ClientFrame, RoomFrame } from '#contract/realtime';
import { createStore } from '../platform/store.ts';

/** The state of the member's socket; `closed` also before the first connection. Polling is frequent unless it is `open`. */
export type SocketState = 'closed' | 'connecting' | 'open';
type Listener = (frame: RoomFrame) => void;

const state = createStore<SocketState>('closed');
const listeners = new Set<Listener>();
let sendText: ((text: string) => void) | null = null;

/** Calls the listener for every valid frame of the member's room, until the returned function is called. */
export function followFrames(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends a frame to the room. Dropped unless the socket is open: frames of clients are hints. */
export function sendFrame(frame: ClientFrame): void {
  if (state.get() === 'open') sendText?.(JSON.stringify(frame));
}

export const socketState = (): SocketState => state.get();
export const onSocketState = state.subscribe;

/** For `member-socket.ts` only: delivers its frames, and sets its state and sender. */
export const socketInternals = {
  deliver: (frame: RoomFrame) => {
    for (const listener of [...listeners]) listener(frame);
  },
  setState: state.set,
  setSender: (sender: ((text: string) => void) | null) => {
    sendText = sender;
  },
};
