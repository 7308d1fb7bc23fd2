import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { BOOKMARK_HEADER, Bookmark } from '#contract/bookmark';
import { HOUR } from '#contract/durations';
import type { OpenedDatabases } from '#db/replicas';
import { serverCookieOptions } from './session-cookie.ts';

const BOOKMARK_COOKIE = 'bookmark';
/** Longer than any replica lags behind that is still read: one that is older than the settings of the Worker is passed over. */
const BOOKMARK_MS = HOUR;

const indexIn = (text: string | undefined): number => (v.is(Bookmark, text) ? Number(text) : 0);

/**
 * The replication index that the sender of a request has seen: the higher one of its cookie and of the header, by which a page passes on the
 * bookmarks of events. 0 without either, and for one that is no bookmark (docs/decisions/0088-read-replicas-by-a-bookmark.md).
 */
export const bookmarkIn = (c: HonoContext): number =>
  Math.max(indexIn(getCookie(c, BOOKMARK_COOKIE)), indexIn(c.req.header(BOOKMARK_HEADER)));

/**
 * Sets the bookmark cookie of the answer, if it changes, and returns the bookmark for the header of the answer. Returns null, and sets
 * nothing, without replicas. `needsOne`: the sender is a member or has changed something; other visitors get none unless they have one.
 */
export function renewBookmark(c: HonoContext, databases: OpenedDatabases, siteUrl: string, needsOne: boolean): string | null {
  const index = databases.seenIndex();
  if (index === null || !(needsOne || bookmarkIn(c) > 0)) return null;
  const bookmark = String(index);
  if (getCookie(c, BOOKMARK_COOKIE) !== bookmark) {
    setCookie(c, BOOKMARK_COOKIE, bookmark, { ...serverCookieOptions(siteUrl), maxAge: BOOKMARK_MS / 1000 });
  }
  return bookmark;
}
