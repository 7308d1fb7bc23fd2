import type { PushPayload } from '#contract/notifications/push-payload';
import type { PushRow } from '#db/queries/notifications/push-queue';
import { pluralSentence, serverTextsIn } from '../../i18n/server-texts.ts';

type Kind = PushPayload['type'];
type PushFacts = Pick<
  PushRow,
  'memberId' | 'kind' | 'tag' | 'conversationId' | 'locale' | 'unreadMessages' | 'newLikes' | 'unreadCount' | 'matchId' | 'quotedKind'
>;

/**
 * Title and text of a notification: the site's name, and a sentence that says how much is new but neither from whom nor what. The only new like
 * or message says what kind of block it quotes (docs/product.md, "Content of a push").
 */
function titleAndBodyOf(kind: Kind, count: number, locale: string, site: string, quotedKind: PushFacts['quotedKind'] = null) {
  const { texts, locale: textLocale } = serverTextsIn(locale);
  const { push } = texts;
  if ((kind === 'message' || kind === 'like') && count === 1 && quotedKind)
    return { title: site, body: push[`${kind}_about_${quotedKind}`] };
  const body = kind === 'message' || kind === 'like' || kind === 'match' ? pluralSentence(push, kind, count, textLocale) : push[kind];
  return { title: site, body };
}

function urlOf({ kind, conversationId, matchId }: Pick<PushFacts, 'kind' | 'conversationId' | 'matchId'>): string {
  if (kind === 'message') return conversationId ? `/chats/${conversationId}` : '/chats';
  if (kind === 'like') return '/likes/liked_by';
  if (kind === 'offer') return '/credits';
  if (kind === 'match') return matchId ? `/members/${matchId}` : '/likes/matches';
  return '/notifications';
}

/**
 * The content of a push to a member's browsers, in the language of the account and with the present badge count. `site`: the site's name.
 */
export function pushPayloadOf(push: PushFacts, site: string): PushPayload {
  const { kind, conversationId, memberId, tag, unreadMessages, newLikes } = push;
  // A like push counts all new likes, because it replaces the notifications of earlier ones.
  const count = kind === 'like' ? newLikes : push.unreadCount;
  return {
    type: kind,
    member: memberId,
    ...(conversationId ? { conversation: conversationId } : {}),
    unread: unreadMessages + newLikes,
    ...titleAndBodyOf(kind, count, push.locale, site, push.quotedKind),
    url: urlOf(push),
    tag,
  };
}

/** The content of a test push, which a member sends to one of their own devices. */
export const testPushPayload = (member: { id: string; locale: string }, unread: number, site: string): PushPayload => ({
  type: 'test',
  member: member.id,
  unread,
  ...titleAndBodyOf('test', 1, member.locale, site),
  url: '/notifications',
  tag: 'test',
});
