import { isSlugged } from '#contract/pages/landers';
import { PAGES, type PageName } from '#contract/pages/page-routes';
import type { DemoSession } from '../demo-session.ts';
import { enablePush } from '../fake-push.ts';
import {
  hideFirst,
  openBlockDialog,
  openBlockedAndHidden,
  openDeleteAccountDialog,
  openDeleteConversationDialog,
  openFilters,
  openMemberMenu,
  openMenu,
  openReportDialog,
  openWhyDialog,
  showSteps,
  typeMistakes,
  typeWrongPassword,
  writeMessage,
} from '../page-actions.ts';
import type { Scenario, TextChange } from '../scenario.ts';
import { campaignLandingScenarios } from './campaign-landings.ts';
import { caseAndConsentScenarios } from './cases-and-consent.ts';
import { conversationScenarios } from './chat.ts';
import { complaintAndHomeScenarios } from './complaints-and-home.ts';
import { creditsScenarios } from './credits.ts';
import { transactionId } from './credits-answers.ts';
import { deskScenarios } from './desk.ts';
import { developerPageScenarios } from './developer-pages.ts';
import { memberLandingScenarios } from './member-landings.ts';
import { notificationScenarios, UNDONE_EMAIL_CHANGE } from './notifications.ts';
import { signUpToPushOffer, signUpToStep } from './signup-actions.ts';
import { transparencyScenarios } from './transparency.ts';

const NO_LIKES = { profiles: [], liked_by: [], totals: { profiles: 0, liked_by: 0, matches: 0, new_likes: 0 }, next: null };
const MAIN: readonly string[] = [
  'index',
  'signup',
  'home',
  'members',
  'members-memberId',
  'likes',
  'chats-chatId',
  'notifications',
  'profile',
];
const CAMS = ['Nova', 'River', 'Sol'].map((name, i) => {
  const account = name.toLowerCase();
  return [account, { account, name, age: 27 + 8 * i, gender: 'female', thumb_filename: `/_dev/cams/${account}.png` }] as const;
});
const enableCams: TextChange = (text) => text.replace('"member_resell":[]', '"member_resell":["cams"]');
/** The webcam tiles, as on a site whose settings include them. */
const TILES: Partial<Scenario> = {
  changeDocument: enableCams,
  answers: { 'xcams/search.php': { cams: Object.fromEntries(CAMS), flows: ['profile-search'] } },
};
const NO_PROFILES = { profiles: [], total: 0, next: null };
const FINDER_RESULT = '/match-finder?looking=all&age=all&country=NL&step=result';
/** A made-up answer of the match finder. */
const counted = (members: number, isCapped = false) => ({ 'matchcount.php': { num_members: members, is_capped: isCapped } });
const NO_CHATS = { chats: [], total: 0, next: null };

function pageScenarios({ memberId, chatId }: DemoSession): Scenario[] {
  const filled = (path: string) =>
    Object.entries({
      memberId,
      chatId,
      type: 'matches',
      creditId: 'pack-50',
      paymentMethod: 'card',
      transactionId: transactionId('none'),
    }).reduce((address, [name, value]) => address.replace(`:${name}`, value), path);
  const names = Object.keys(PAGES) as PageName[];
  // `signup-matches` is public but sends visitors to the sign-up.
  const isVisitor = (name: PageName) => PAGES[name].access === 'public' && name !== 'signup-matches';
  // Pages with slugs are listed by slug, in landers.ts and member-landings.ts.
  return names.filter((name) => !isSlugged(name)).map((name) => ({ name, path: filled(PAGES[name].path), isVisitor: isVisitor(name) }));
}

/** Menus and dialogs for another member: why this profile, block, hide, report. */
function safetyScenarios({ memberId, chatId, cards = [] }: DemoSession): Scenario[] {
  const member = { isVisitor: false };
  const listOf = (profiles: readonly unknown[]) => ({ profiles, total: profiles.length, next: null });
  const full = { 'block.php': listOf(cards.slice(0, 2)), 'hide.php': listOf(cards.slice(2, 7)) };
  return [
    { name: 'card-menu', path: '/members', ...member, act: openMemberMenu },
    { name: 'card-why', path: '/members', ...member, act: openWhyDialog },
    { name: 'card-hidden', path: '/members', ...member, hangingCalls: [['hide.php', 'POST']], act: hideFirst },
    { name: 'member-menu', path: `/members/${memberId}`, ...member, act: openMemberMenu },
    { name: 'member-block', path: `/members/${memberId}`, ...member, act: openBlockDialog },
    { name: 'thread-report', path: `/chats/${chatId}`, ...member, act: openReportDialog },
    { name: 'blocked-and-hidden', path: '/profile/settings', ...member, answers: full, act: openBlockedAndHidden },
    {
      name: 'blocked-and-hidden-nothing',
      path: '/profile/settings',
      ...member,
      answers: { 'block.php': NO_PROFILES, 'hide.php': NO_PROFILES },
      act: openBlockedAndHidden,
    },
    { name: 'classic-card-menu', path: '/members', ...member, template: 'classic', act: openMemberMenu },
  ];
}

/** Pages in states that need an action or an answer: errors, open sheets, menus and dialogs, loading. */
function stateScenarios(visit: DemoSession): Scenario[] {
  const { chatId } = visit;
  const member = { isVisitor: false };
  const visitor = { isVisitor: true };
  const chat = `/chats/${chatId}`;
  return [
    { name: 'login-refused', path: '/login', ...visitor, act: typeWrongPassword },
    { name: 'signup-mistakes', path: '/signup', ...visitor, act: typeMistakes },
    { name: 'match-finder-place', path: '/match-finder?looking=all&age=all&step=place', ...visitor },
    { name: 'match-finder-result', path: FINDER_RESULT, ...visitor },
    { name: 'match-finder-nobody', path: FINDER_RESULT, ...visitor, answers: counted(0) },
    { name: 'match-finder-few', path: FINDER_RESULT, ...visitor, answers: counted(17) },
    { name: 'classic-match-finder-many', path: FINDER_RESULT, ...visitor, answers: counted(1000, true), template: 'classic' },
    { name: 'members-filters', path: '/members', ...member, act: openFilters },
    { name: 'members-tiles', path: '/members?country=', ...member, ...TILES },
    { name: 'dutch-members-tiles', path: '/members?country=', ...member, ...TILES, locale: 'nl-NL' },
    { name: 'classic-members-tiles', path: '/members?country=', ...member, ...TILES, template: 'classic' },
    { name: 'members-loading', path: '/members?online=1', ...member, hangingCalls: [['search.php', 'GET']] },
    { name: 'chats-loading', path: '/chats', ...member, hangingCalls: [['chats.php', 'GET']] },
    { name: 'thread-pending', path: chat, ...member, hangingCalls: [['chat.php', 'POST']], act: writeMessage },
    { name: 'thread-menu', path: chat, ...member, act: openMenu },
    { name: 'thread-delete', path: chat, ...member, act: openDeleteConversationDialog },
    ...safetyScenarios(visit),
    { name: 'profile-delete', path: '/profile/settings', ...member, act: openDeleteAccountDialog },
    { name: 'reset-password-link', path: '/reset-password/do?token=link', ...visitor, answers: { 'resetpassword.php': {} } },
    { name: 'reset-password-expired', path: '/reset-password/do?token=link', ...visitor },
    { name: 'mail-change-link', path: '/mail-change/do?token=link', ...visitor },
    { name: 'mail-change-undo', path: '/mail-change/do?undo=link', ...visitor },
    { name: 'account-deleted-link', path: '/account-deleted?token=link', ...visitor },
    {
      name: 'email-change-incorrect',
      path: '/notifications#email-change-incorrect',
      ...member,
      answers: { 'notifications.php': UNDONE_EMAIL_CHANGE },
    },
    { name: '404-member', path: '/nowhere/at/all', ...member },
  ];
}

/** Member pages, likes and settings in states that few members have. */
function memberAndLikeScenarios({ memberId, likerId = memberId }: DemoSession): Scenario[] {
  const member = `/members/${memberId}`;
  const inProfile = (change: TextChange): Omit<Scenario, 'name'> => ({
    path: member,
    isVisitor: false,
    changedAnswers: { 'profile.php': change },
  });
  const paused = (text: string) => text.replace('"paused":false', '"paused":true');
  const isPaused: Pick<Scenario, 'isVisitor' | 'changeDocument' | 'changedAnswers'> = {
    isVisitor: false,
    changeDocument: paused,
    changedAnswers: { 'user.php': paused },
  };
  const likes: Pick<Scenario, 'isVisitor' | 'answers'> = { isVisitor: false, answers: { 'likes.php': NO_LIKES } };
  return [
    { name: 'member-fictional', ...inProfile((text) => text.replaceAll('"is_fictional":false', '"is_fictional":true')) },
    {
      name: 'member-no-photo',
      ...inProfile((text) => text.replace(/"images":\[.*?\]/, '"images":[]').replace(/"main_image":\{.*?\}/, '"main_image":null')),
    },
    { name: 'member-nude', ...inProfile((text) => text.replaceAll('"is_nude":false', '"is_nude":true')) },
    { name: 'member-visitor', path: member, isVisitor: true },
    { name: 'member-likes', path: `/likes/m/${likerId}`, isVisitor: false },
    { name: 'member-likes-steps', path: `/likes/m/${likerId}`, isVisitor: false, act: showSteps },
    { name: 'likes-liked-by', path: '/likes/liked_by', isVisitor: false },
    { name: 'likes-profiles', path: '/likes/profiles', isVisitor: false },
    { name: 'likes-nothing', path: '/likes', ...likes },
    { name: 'classic-likes-nothing', path: '/likes', ...likes, template: 'classic' },
    { name: 'likes-nothing-profiles', path: '/likes/profiles', ...likes },
    { name: 'likes-nothing-matches', path: '/likes/matches', ...likes },
    { name: 'members-paused', path: '/members', ...isPaused },
    { name: 'profile-paused', path: '/profile', ...isPaused },
    { name: 'profile-switches', path: '/profile/settings#visibility', isVisitor: false },
  ];
}

const SIGNUP_STEPS = ['photo', 'place', 'birth', 'personal', 'progress', 'mail'];

/** Every step of the sign-up after the account. The progress step stays, because its activation call is never answered. */
const signupScenarios = (): Scenario[] => [
  { name: 'signup-push', path: '/signup', isVisitor: true, changeDocument: enablePush, act: signUpToPushOffer },
  ...SIGNUP_STEPS.map(
    (name, i): Scenario => ({
      name: `signup-${name}`,
      path: '/signup',
      isVisitor: true,
      act: signUpToStep(i + 2),
      ...(name === 'progress' && { hangingCalls: [['activate.php', 'GET']] as const }),
    }),
  ),
];

/** The main screens in Dutch and in the classic template. */
function variantScenarios(visit: DemoSession): Scenario[] {
  const main = pageScenarios(visit).filter(({ name }) => MAIN.includes(name));
  return [
    ...main.map((subject) => ({ ...subject, name: `dutch-${subject.name}`, locale: 'nl-NL' })),
    ...main.map((subject) => ({ ...subject, name: `classic-${subject.name}`, template: 'classic' as const })),
  ];
}

/** All scenarios: every page once, and pages in other states, for visitors, in Dutch and in the classic template. */
export function scenariosOf(visit: DemoSession): Scenario[] {
  return [
    ...pageScenarios(visit),
    ...stateScenarios(visit),
    ...memberAndLikeScenarios(visit),
    ...conversationScenarios(visit),
    ...notificationScenarios(visit),
    ...creditsScenarios(visit),
    ...complaintAndHomeScenarios(),
    ...caseAndConsentScenarios(),
    ...signupScenarios(),
    ...campaignLandingScenarios(),
    ...memberLandingScenarios(visit),
    ...variantScenarios(visit),
    ...transparencyScenarios(),
    ...deskScenarios(),
    ...developerPageScenarios(),
    { name: 'search-dry', path: '/search?gender=female&country=NL&min_age=26&max_age=35', isVisitor: false },
    { name: 'search-one', path: '/search?gender=male&country=US', isVisitor: false },
    { name: 'search-nothing', path: '/search?min_age=99&max_age=100&gender=nonbinary', isVisitor: false },
    { name: 'chats-nothing', path: '/chats', isVisitor: false, answers: { 'chats.php': NO_CHATS } },
    { name: 'member-gone', path: `/members/${'x'.repeat(22)}`, isVisitor: false },
    { name: '404', path: '/nowhere/at/all', isVisitor: true },
  ];
}
