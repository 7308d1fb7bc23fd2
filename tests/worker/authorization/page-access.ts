import { PAGES, type PageName } from '#contract/pages/page-routes';
import { type AccessRow, type Answers, type AnswersByColumn, mapAnswers } from './access-columns.ts';
import { CHATS, LIKES, UNCONFIRMED_LIKES } from './access-matrix.ts';
import { withFields } from './answer-shape.ts';
import type { AccessTable } from './describe-rows.ts';
import { CARD, profilesByOwner, SEARCH, SETTINGS, USER, VISITORS_PROFILE } from './shared-shapes.ts';

const MISSING = 'missing';
const NO_ANSWER = '';

/** A page as its table writes it: status, boot data, initial answer, and the facts of the member of its address in the HTML around them. */
function page(user: string, answer: string): string {
  const [ban, missing] = [user === 'banned' ? 'ban_reason,' : '', answer === MISSING ? 'is_missing,' : ''];
  const boot = `boot{${ban}build,is_development,${missing}locale,settings{${SETTINGS}},${user === 'banned' ? 'user' : user}}`;
  return missing ? `404 ${boot}` : `200 ${boot}${answer}`;
}
const pages = (user: string, answers: Answers): Answers =>
  typeof answers === 'string' ? page(user, answers) : mapAnswers(answers, (answer) => page(user, answer));

/** A page by its initial answers. Whoever has no session that is valid gets none. */
const row = (visitor: Answers, member: Answers, unconfirmed = member): AccessRow => ({
  visitor: pages('user', visitor),
  unconfirmed: pages(`user{${withFields(USER, { activated: false })}}`, unconfirmed),
  member: pages(`user{${USER}}`, member),
  deleted: page('user', NO_ANSWER),
  banned: page('banned', NO_ANSWER),
  expired: page('user', NO_ANSWER),
});

const TO_VISITORS = { banned: MISSING, deleted: MISSING, nobody: MISSING } as const;
const TO_MEMBERS = { ...TO_VISITORS, blocker: MISSING } as const;
const answerOf = (profile: string) => ` answer{id,profile{${profile}}}`;
const membersProfiles = (canChat: boolean): AnswersByColumn => ({ ...mapAnswers(profilesByOwner(canChat), answerOf), ...TO_MEMBERS });
const PROFILE_PAGE = row({ rest: answerOf(VISITORS_PROFILE), ...TO_VISITORS }, membersProfiles(true), membersProfiles(false));

/** Whom no search finds is not featured; the page tells no more of them than their id, which is in its address. */
const NOT_FEATURED = { paused: ' answer{id,-profile}', unconfirmed: ' answer{id,-profile}' } as const;
/** A page that features a member. `html`: the facts that stand in the HTML that a visitor gets. */
const featuredPage = (html = '') =>
  row(
    { rest: `${answerOf(VISITORS_PROFILE)}${html}`, ...NOT_FEATURED, ...TO_VISITORS },
    { ...membersProfiles(true), ...NOT_FEATURED },
    // An unconfirmed caller is not found either.
    { ...membersProfiles(false), ...NOT_FEATURED, own: ' answer{id,-profile}' },
  );
const CHAT_PAGE = row({ rest: NO_ANSWER, ...TO_VISITORS }, { rest: NO_ANSWER, ...TO_MEMBERS });

/** Whoever the caller has met stands in both lists, so that each kind of card is among them. */
const LISTS_PAGE = row(NO_ANSWER, ` answer{${CHATS}} answer{${LIKES}}`, ` answer{${CHATS}} answer{${UNCONFIRMED_LIKES}}`);

/** The pages with an initial answer. Those of a checkout only ask whether what is bought exists. */
export const PAGES_WITH_ANSWER: Readonly<Partial<Record<PageName, AccessRow>>> = {
  home: LISTS_PAGE,
  members: row(NO_ANSWER, ` answer{${SEARCH},profiles[]{${CARD}}} html{name,photo}`),
  chats: LISTS_PAGE,
  'credits-creditId': row(NO_ANSWER, NO_ANSWER),
  'credits-creditId-paymentMethod': row(NO_ANSWER, NO_ANSWER),
  'members-memberId': PROFILE_PAGE,
  'likes-m-memberId': PROFILE_PAGE,
  'members-memberId-chat': CHAT_PAGE,
  'members-memberId-signup': featuredPage(),
  'members-memberId-landing': featuredPage(' html{city,name,photo,words}'),
  'members-memberId-landing2-slug': featuredPage(' html{city,name,photo}'),
  'members-memberId-landing3-slug': featuredPage(' html{city,name,photo}'),
};

/** Every page of the site. One without an initial answer has the boot data and nothing of any other member. */
export const PAGE_ACCESS: AccessTable = {
  rows: Object.fromEntries(Object.keys(PAGES).map((name) => [name, PAGES_WITH_ANSWER[name as PageName] ?? row(NO_ANSWER, NO_ANSWER)])),
  kindOf: (name) => (PAGES[name as PageName].path.includes(':memberId') ? 'object' : 'nothing'),
};
