import type { WorkerOptions } from './worker-options.ts';

/** What a parent asks of the program that holds the Worker. */
export type HostCall = { readonly id: number } & (
  | { readonly name: 'start' | 'reload'; readonly options: WorkerOptions }
  | { readonly name: 'scheduled' | 'photoNames' | 'dropPhotos' }
  | { readonly name: 'putPhoto'; readonly photo: { readonly name: string; readonly bytes: Uint8Array } }
);

export interface HostReply {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: string;
}
