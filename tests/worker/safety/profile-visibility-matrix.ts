import { randomUUID } from 'node:crypto';
import { changeMember } from '#db/queries/account/members';
import { unavailableCard } from '../../../worker/domain/profile-card.ts';
import { aBlock, aMember, anImage, newEmail, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import type { safetyFixture } from './safety-fixture.ts';

type SafetyFixture = ReturnType<typeof safetyFixture>;

/** The relationships of a member, who otherwise shows in every answer, to me. */
export const RELATIONSHIPS = [
  'met',
  'hidden by me',
  'blocked by me',
  'blocking me',
  'blocking me as I block them',
  'blocking me after I hid them',
  'deleted',
  'deleted after I blocked them',
  'banned',
] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** What an answer holds of a member: their fields, a gone card, the id alone or nothing; `refused` is a 404 without any of it. */
export type Shown = 'whole' | 'gone' | 'id' | 'nothing' | 'refused';

/** The member whose visibility is tested: we match and talk. `privateValues` are the values of their fields, which no answer may leak. */
interface Subject extends TestMember {
  readonly privateValues: readonly string[];
}

/** Who looks, and a third member who is similar to all whom I know. */
interface Viewer {
  readonly me: TestMember;
  readonly neighbour: TestMember;
}
export interface VisibilityCase extends Viewer {
  readonly them: Subject;
  readonly conversation: string;
}

/** A call whose input names the other member is made for each of them; any other is made once, and its answers may show all of them. */
export type Call = { readonly shows: Readonly<Partial<Record<Relationship, Shown>>> } & (
  | { readonly ask: (fixture: SafetyFixture, viewer: Viewer) => readonly Promise<ApiAnswer>[] }
  | { readonly askAbout: (fixture: SafetyFixture, scene: VisibilityCase) => readonly Promise<ApiAnswer>[] }
);

const get =
  (path: string) =>
  (fixture: SafetyFixture, { me }: Viewer) => [fixture.as(me).get(`/api/${path}`)];
const search = (fixture: SafetyFixture, me: TestMember, query: string) =>
  fixture.as(me).get(`/api/search.php?pp=48&do_not_save=1&${query}`);

const SEARCHES = [
  ...['search', 'home', 'lander', 'signup-matches', 'error'].map((source) => `source=${source}`),
  ...['active', 'new', 'near'].map((sort) => `sort=${sort}`),
  'searchAllCountries=1&gender=&min_age=&max_age=&photo=0&online=0&new_here=0&sort=active',
];

const SHOWN_AS_GONE = {
  'blocking me': 'gone',
  'blocking me after I hid them': 'gone',
  deleted: 'gone',
  banned: 'gone',
} as const;

/**
 * Every call that answers with profiles, and what it shows of a member by their relationship to me; `nothing` if left out.
 * A key is the name of a call; words behind it describe the case.
 */
export const CALLS: Readonly<Record<string, Call>> = {
  'chat.listChats': { ask: get('chats.php'), shows: { met: 'whole', 'hidden by me': 'whole', ...SHOWN_AS_GONE } },
  'chat.getConversation': {
    askAbout: (fixture, { me, conversation }) => [fixture.as(me).get(`/api/chat.php?conversation=${conversation}`)],
    shows: {
      met: 'whole',
      'hidden by me': 'whole',
      'blocked by me': 'whole',
      ...SHOWN_AS_GONE,
      'blocking me as I block them': 'gone',
      'deleted after I blocked them': 'gone',
    },
  },
  'credits.listTransactions': {
    ask: get('transactions.php'),
    shows: {
      met: 'whole',
      'hidden by me': 'whole',
      'blocked by me': 'whole',
      ...SHOWN_AS_GONE,
      'blocking me as I block them': 'gone',
      'deleted after I blocked them': 'gone',
    },
  },
  'likes.listLikes': { ask: get('likes.php'), shows: { met: 'whole', 'hidden by me': 'whole' } },
  'likes.listLikes of mine': { ask: get('likes.php?type=profiles'), shows: { met: 'whole', 'hidden by me': 'whole' } },
  'likes.listLikes of others': { ask: get('likes.php?type=liked_by'), shows: { met: 'whole', 'hidden by me': 'whole' } },
  'likes.listLikes that match': { ask: get('likes.php?type=matches'), shows: { met: 'whole', 'hidden by me': 'whole' } },
  'members.searchMembers': {
    ask: (fixture, { me }) => SEARCHES.map((query) => search(fixture, me, query)),
    shows: { met: 'whole' },
  },
  'members.searchMembers like a neighbour': {
    ask: (fixture, { me, neighbour }) => [search(fixture, me, `source=similar&similar_to=${neighbour.id}`)],
    shows: { met: 'whole' },
  },
  'members.searchMembers like them': {
    askAbout: (fixture, { me, them }) => [search(fixture, me, `source=similar&similar_to=${them.id}`)],
    shows: {},
  },
  'notifications.listNotifications': { ask: get('notifications.php'), shows: { met: 'whole', 'hidden by me': 'whole', ...SHOWN_AS_GONE } },
  'profile.getProfile': {
    askAbout: (fixture, { me, them }) => [fixture.as(me).get(`/api/profile.php?id=${them.id}`)],
    shows: {
      met: 'whole',
      'hidden by me': 'whole',
      'blocked by me': 'whole',
      'blocking me': 'refused',
      deleted: 'refused',
      banned: 'refused',
      'blocking me as I block them': 'refused',
      'blocking me after I hid them': 'refused',
      'deleted after I blocked them': 'refused',
    },
  },
  'safety.listBlocked': {
    ask: get('block.php'),
    shows: { 'blocked by me': 'whole', 'blocking me as I block them': 'gone', 'deleted after I blocked them': 'gone' },
  },
  'safety.listHidden': { ask: get('hide.php'), shows: { 'hidden by me': 'whole', 'blocking me after I hid them': 'gone' } },
  // Names in conversations, ids elsewhere.
  'account.exportAccount': {
    ask: get('export.php'),
    shows: {
      met: 'whole',
      'hidden by me': 'whole',
      'blocked by me': 'whole',
      'blocking me': 'id',
      deleted: 'id',
      banned: 'id',
      'blocking me as I block them': 'id',
      'blocking me after I hid them': 'id',
      'deleted after I blocked them': 'id',
    },
  },
  'account.getUser': { ask: get('user.php'), shows: {} },
  'account.updateUser': { ask: (fixture, { me }) => [fixture.as(me).put('/api/user.php', { city: 'Gouda' })], shows: {} },
  'account.requestEmailChange': {
    ask: (fixture, { me }) => [fixture.as(me).post('/api/mailchange.php', { email: newEmail(), password: PASSWORD })],
    shows: {},
  },
  'session.logIn': {
    ask: (fixture, { me }) => [fixture.site.visitor.post('/api/login.php', { email: me.email, password: PASSWORD })],
    shows: {},
  },
  'signup.signUp': {
    askAbout: (fixture, { them }) => [signUpFrom(fixture, them)],
    shows: {},
  },
};

const signUpFrom = async (fixture: SafetyFixture, them: Subject) =>
  fixture.site.visitor.post('/api/user.php?new=1', { ...(await aSignUpForm()), profile: them.id });

/** Creates me and a third member. */
export async function aViewer({ db }: SafetyFixture): Promise<Viewer> {
  const [me, neighbour] = await Promise.all([aMember(db, { name: 'Bas', gender: 'male', isPaused: true, credits: 20 }), aMember(db)]);
  return { me, neighbour };
}

/** Creates a member whom I match and talk with, about a photo and an answer of theirs, and who is similar to the third member. */
export async function aVisibilityCase(fixture: SafetyFixture, viewer: Viewer): Promise<VisibilityCase> {
  const { db } = fixture;
  const { me } = viewer;
  const mark = randomUUID();
  const own = { name: `Xandra ${mark}`, city: `Xanten ${mark}`, personal: `Words of ${mark}` };
  const them = await aMember(db, own);
  const photo = await anImage(db, them.id);
  const answer = `Answer of ${mark}`;
  await fixture.as(them).put('/api/user.php', { prompts: [{ id: 'last_learned', text: answer }] });
  const { rows } = await db.$client.execute({ sql: 'select id, thumb, medium, large from images where member_id = ?', args: [them.id] });
  const conversation = await fixture.open(me, them);
  // The message is paid for, so that my ledger names them.
  const first = await fixture.send(me, conversation, `Hello, ${randomUUID()}`, { photo });
  if (first.status !== 201) throw new Error(`a message was refused: ${first.status}`);
  await fixture.send(them, conversation, 'Hello yourself');
  await Promise.all([fixture.like(me, them, { prompt: 'last_learned' }), fixture.like(them, me)]);
  return {
    ...viewer,
    conversation,
    them: { ...them, privateValues: [answer, ...Object.values(own), ...Object.values(rows[0] ?? {}).map(String)] },
  };
}

/** Brings the member of a case, whom I have met, into a relationship to me. */
export async function becomes(fixture: SafetyFixture, { me, them }: VisibilityCase, tie: Relationship): Promise<void> {
  const { db } = fixture;
  const change: Record<Relationship, () => Promise<unknown>> = {
    met: async () => {},
    'hidden by me': () => fixture.hide(me, them),
    'blocked by me': () => fixture.block(me, them),
    'blocking me': () => fixture.block(them, me),
    'blocking me as I block them': async () => [await fixture.block(me, them), await aBlock(db, them.id, me.id)],
    'blocking me after I hid them': async () => [await fixture.hide(me, them), await fixture.block(them, me)],
    deleted: () => fixture.as(them).delete('/api/user.php', { password: PASSWORD }),
    'deleted after I blocked them': async () => [
      await fixture.block(me, them),
      await fixture.as(them).delete('/api/user.php', { password: PASSWORD }),
    ],
    banned: () => changeMember(db, them.id, { status: 'banned', statusBefore: 'active' }),
  };
  await change[tie]();
}

/** Every card in an answer that is of a member. */
function cardsOf(value: unknown, id: string): object[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('did_like_profile' in value && 'id' in value && value.id === id) return [value];
  return Object.values(value).flatMap((part) => cardsOf(part, id));
}

/** What an answer shows of a member. An id alone, as of the sender of a message, counts as `id`. */
export function shownIn(answer: ApiAnswer, { id, privateValues }: Subject): Shown {
  const text = JSON.stringify(answer.body);
  const cards = cardsOf(answer.body, id);
  const gone = JSON.stringify(unavailableCard(id));
  if (privateValues.some((field) => text.includes(field)) || cards.some((card) => JSON.stringify(card) !== gone)) return 'whole';
  if (cards.length > 0) return 'gone';
  if (text.includes(id)) return 'id';
  return answer.status === 404 ? 'refused' : 'nothing';
}
