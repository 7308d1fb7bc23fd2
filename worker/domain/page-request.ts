import type { Member } from './context.ts';

/** The request of a page: its address, and the member of its session; null for a visitor. */
export interface PageRequest {
  readonly member: Member | null;
  readonly url: URL;
}
