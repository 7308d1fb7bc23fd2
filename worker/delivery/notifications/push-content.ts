import type { PushNote } from '#contract/notifications/push-payload';
import type { PushRow } from '#db/queries/notifications/push-queue';
import { counted, mailTexts } from '../../i18n/server-texts.ts';

type Kind = PushNote['type'];
type Facts = Pick<PushRow, 'memberId' | 'kind' | 'tag' | 'conversationId' | 'locale' | 'unreadMessages' | 'newLikes' | 'news' | 'matchId'>;

/** Title and text of a notification: the site's name, and a sentence that says how much is new but neither from whom nor what. */
function wordsOf(kind: Kind, count: number, locale: string, site: string) {
  const { texts, locale: textLocale } = mailTexts(locale);
  const { push } = texts;
  const body = kind === 'message' || kind === 'like' || kind === 'match' ? counted(push, kind, count, textLocale) : push[kind];
  return { title: site, body };
}

function urlOf({ kind, conversationId, matchId }: Pick<Facts, 'kind' | 'conversationId' | 'matchId'>): string {
  if (kind === 'message') return conversationId ? `/chats/${conversationId}` : '/chats';
  if (kind === 'like') return '/likes/liked_by';
  if (kind === 'offer') return '/credits';
  if (kind === 'match') return matchId ? `/members/${matchId}` : '/likes/matches';
  return '/notifications';
}

/**
 * The content of a push to a member's browsers, in the language of the account and with the present badge count. `site`: the site's name.
 */
export function pushNote(push: Facts, site: string): PushNote {
  const { kind, conversationId, memberId, tag, unreadMessages, newLikes } = push;
  // A like push counts all new likes, because it replaces the notifications of earlier ones.
  const count = kind === 'like' ? newLikes : push.news;
  return {
    type: kind,
    member: memberId,
    ...(conversationId ? { conversation: conversationId } : {}),
    unread: unreadMessages + newLikes,
    ...wordsOf(kind, count, push.locale, site),
    url: urlOf(push),
    tag,
  };
}

/** The content of a test push, which a member sends to one of their own devices. */
export const testNote = (member: { id: string; locale: string }, unread: number, site: string): PushNote => ({
  type: 'test',
  member: member.id,
  unread,
  ...wordsOf('test', 1, member.locale, site),
  url: '/notifications',
  tag: 'test',
});
