import type { Member } from './context.ts';

/** What a page is asked for: by whom, once proven, and under which address. */
export interface Asked {
  readonly member: Member | null;
  readonly url: URL;
}
