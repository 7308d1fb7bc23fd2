import { PAGES, type PageName } from '#contract/pages';
import type { Visit } from './visit.ts';

export interface Subject {
  readonly name: string;
  readonly path: string;
  readonly isVisitor: boolean;
  /** Answers that stand in for the API's, by the file of the call. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

const NO_LIKES = { profiles: [], liked_by: [], totals: { profiles: 0, liked_by: 0, matches: 0, new_likes: 0 }, next: null };
const NO_CHATS = { chats: [], total: 0, next: null };

function everyPage({ memberId, chatId }: Visit): Subject[] {
  const filled = (path: string) => path.replace(':memberId', memberId).replace(':chatId', chatId).replace(':type', 'matches');
  const names = Object.keys(PAGES) as PageName[];
  return names.map((name) => ({ name, path: filled(PAGES[name].path), isVisitor: PAGES[name].access === 'public' }));
}

/** Every page of the site once, and what pages look like for visitors, with nothing to show, and when they do not exist. */
export function subjectsOf(visit: Visit): Subject[] {
  const { memberId } = visit;
  return [
    ...everyPage(visit),
    { name: 'member-visitor', path: `/members/${memberId}`, isVisitor: true },
    { name: 'likes-liked-by', path: '/likes/liked_by', isVisitor: false },
    { name: 'search-nothing', path: '/search?min_age=99&max_age=100&gender=nonbinary', isVisitor: false },
    { name: 'likes-nothing', path: '/likes', isVisitor: false, answers: { 'likes.php': NO_LIKES } },
    { name: 'chats-nothing', path: '/chats', isVisitor: false, answers: { 'chats.php': NO_CHATS } },
    { name: 'member-gone', path: `/members/${'x'.repeat(22)}`, isVisitor: false },
    { name: '404', path: '/nowhere/at/all', isVisitor: true },
  ];
}
