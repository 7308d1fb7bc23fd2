import type { PushNote } from '#contract/notifications/push-payload';
import type { PushRow } from '#db/queries/notifications/push-queue';
import { counted, mailTexts } from '../../i18n/server-texts.ts';

type Kind = PushNote['type'];
type Facts = Pick<PushRow, 'memberId' | 'kind' | 'tag' | 'conversationId' | 'locale' | 'unreadMessages' | 'newLikes' | 'news' | 'matchId'>;

/** What a lock screen shows: the site's name and a sentence of how much there is, never of whom or what. */
function wordsOf(kind: Kind, count: number, locale: string, site: string) {
  const { texts, locale: spoken } = mailTexts(locale);
  const { push } = texts;
  const body = kind === 'message' || kind === 'like' || kind === 'match' ? counted(push, kind, count, spoken) : push[kind];
  return { title: site, body };
}

function urlOf({ kind, conversationId, matchId }: Pick<Facts, 'kind' | 'conversationId' | 'matchId'>): string {
  if (kind === 'message') return conversationId ? `/chats/${conversationId}` : '/chats';
  if (kind === 'like') return '/likes/liked_by';
  if (kind === 'offer') return '/credits';
  if (kind === 'match') return matchId ? `/members/${matchId}` : '/likes/matches';
  return '/notifications';
}

/** A push as one member's browsers show it, in the member's language and with their numbers of now. */
export function pushNote(push: Facts, site: string): PushNote {
  const { kind, conversationId, memberId, tag, unreadMessages, newLikes } = push;
  // All new likes, as the one notification stands for those before it, too.
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

/** What a member sends to one of their own devices, to see whether it arrives. */
export const testNote = (member: { id: string; locale: string }, unread: number, site: string): PushNote => ({
  type: 'test',
  member: member.id,
  unread,
  ...wordsOf('test', 1, member.locale, site),
  url: '/notifications',
  tag: 'test',
});
