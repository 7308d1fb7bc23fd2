import { BOOKMARK_HEADER } from '#contract/bookmark';

/** The highest replication index that this page has seen in answers and events; 0 before the first. */
let seenIndex = 0;

/** The headers of a call that make its answer as new as all that this page has seen (docs/product.md, "Reads from replicas"). */
export const bookmarkHeaders = (): Record<string, string> => (seenIndex > 0 ? { [BOOKMARK_HEADER]: String(seenIndex) } : {});

/** Notes the bookmark of an event. */
export function noteBookmark(bookmark: string | undefined): void {
  seenIndex = Math.max(seenIndex, Number(bookmark ?? 0));
}

/**
 * Notes the bookmark of the answer to a call that was sent with these headers. One that is lower than the call had sent replaces it: the
 * database was restored, and counts anew.
 */
export function noteAnswerBookmark(sent: Readonly<Record<string, string>>, answered: string | null): void {
  if (answered === null || !/^\d{1,15}$/.test(answered)) return;
  const index = Number(answered);
  const sentIndex = Number(sent[BOOKMARK_HEADER] ?? 0);
  if (index < sentIndex && seenIndex === sentIndex) seenIndex = index;
  // Below what was sent, another answer has replaced it already.
  else if (index >= sentIndex || seenIndex < sentIndex) seenIndex = Math.max(seenIndex, index);
}
