import type { RoomPost } from '#contract/realtime';
import type { WorkerOptions } from './worker-options.ts';

/** A call of the parent process to worker-host.ts. */
export type HostCall = { readonly id: number } & (
  | { readonly name: 'start' | 'reload'; readonly options: WorkerOptions }
  | { readonly name: 'scheduled' | 'photoNames' | 'dropPhotos' | 'retryEvents' }
  | { readonly name: 'putPhoto'; readonly photo: { readonly name: string; readonly bytes: Uint8Array } }
  | { readonly name: 'postToRoom'; readonly room: string; readonly post: RoomPost }
);

/** The reply to the call with this id; `fault` is the message of an error. */
export interface HostReply {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: string;
}
