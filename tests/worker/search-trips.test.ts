import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/index';
import { type Database, openDatabase } from '#db/client';
import { changeMember } from '#db/queries/account';
import { saveSetting } from '#db/queries/settings';
import { resetProof } from '../../worker/domain/reset-proof.ts';
import { signToken } from '../../worker/domain/tokens.ts';
import { type ApiAnswer, apiClient } from '../support/client.ts';
import { type CountingProxy, startCountingProxy } from '../support/counting-proxy.ts';
import { aLike, aMailChange, aMatch, aMember, anImage, newEmail, newId, PASSWORD, type TestMember } from '../support/factories.ts';
import { aFile, aPng } from '../support/pictures.ts';
import { TEST_SECRETS } from '../support/secrets.ts';
import { startDatabase, type TestDatabase } from '../support/sqld.ts';
import { startWorker, type TestWorker } from '../support/worker.ts';

let database: TestDatabase;
let proxy: CountingProxy;
let worker: TestWorker;
let db: Database;
let noor: TestMember;
let bas: TestMember;
let conversation: string;

beforeAll(async () => {
  database = await startDatabase();
  proxy = await startCountingProxy(database.url);
  // Settings are kept as on a site that runs: they are read once and not at every request.
  worker = await startWorker({ dbUrl: proxy.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
  db = openDatabase(database.url);
  await saveSetting(db, 'member_resell', ['cams']);
  [noor, bas] = await Promise.all([aMember(db, { credits: 9 }), aMember(db, { name: 'Bas' })]);
  await aMatch(db, noor.id, bas.id);
  conversation = String((await as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
});

afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
  await database?.stop();
});

const as = (member: TestMember | null) => apiClient(worker.url, member?.cookie ?? '');

/** One call and the trips it took; what the preparation took is forgotten. */
async function tripsOf(call: () => Promise<ApiAnswer>): Promise<{ trips: string[]; answer: ApiAnswer }> {
  proxy.taken();
  const answer = await call();
  return { trips: proxy.taken(), answer };
}

const rest = 'photo=0&online=0&new_here=0';
const unsorted = `searchAllCountries=1&gender=&min_age=18&max_age=100&${rest}`;
const named = `${unsorted}&sort=active`;
const searches: [what: string, trips: number, query: string, member: boolean][] = [
  ['all filters named', 1, named, true],
  ['all filters named, few results or facets', 1, `${named}&facets=1`, true],
  [
    'all filters named, a country and a region',
    1,
    `country=NL&countryregion=NL-UT&gender=female&min_age=20&max_age=40&${rest}&sort=active`,
    true,
  ],
  ['all filters named, page 3', 1, `${named}&page=3`, true],
  ['all filters named, newest', 1, `${unsorted}&sort=new`, true],
  ['a visitor', 1, 'country=NL', false],
  ['a visitor, similar', 2, 'source=similar', false],
  ['all filters named but one', 2, unsorted, true],
  ['the saved filters', 2, '', true],
  ['the saved filters with facets', 2, 'facets=1', true],
  ['a manual search', 2, `${named}&manual_search=1`, true],
  ['near', 2, `${unsorted}&sort=near`, true],
  ['similar', 2, `${named}&source=similar&facets=1`, true],
];
test.each(searches)('a search with %s takes %i', async (_, most, query, isMember) => {
  const { trips, answer } = await tripsOf(() => as(isMember ? noor : null).get(`/api/search.php?${query}`));
  expect(answer.status).toBe(200);
  expect(trips).toHaveLength(most);
});

test('a member who hides fictional members pays one trip more for named filters, and no more than two', async () => {
  const eva = await aMember(db, { hideFictional: true });
  expect((await tripsOf(() => as(eva).get(`/api/search.php?${named}`))).trips).toHaveLength(2);
});

const KEY = TEST_SECRETS.SIGNING_KEY;

type Call = () => Promise<ApiAnswer> | ApiAnswer;
/** A call of every endpoint that succeeds, with what it needs made before; a new endpoint without one fails below. */
const CALLS: Readonly<Record<string, () => Promise<Call>>> = {
  'account.getUser': async () => () => as(noor).get('/api/user.php'),
  'signup.signUp': async () => {
    const email = newEmail();
    const settings = await as(null).get('/api/settings.php');
    const checked = await as(null).get(`/api/validate_email.php?email=${email}`);
    const body = { email, name: 'Eva', password: PASSWORD, csrf: settings.at('csrf'), token: checked.at('token'), n: newId() };
    return () => as(null).post('/api/user.php?new=1', body);
  },
  'account.updateUser': async () => () =>
    as(noor).put('/api/user.php', { city: 'Utrecht', interests: [], fields: {}, countryregion: 'NL-UT' }),
  'session.logIn': async () => () => as(null).post('/api/login.php', { email: noor.email, password: PASSWORD }),
  'session.logOut': async () => {
    const leaving = await aMember(db);
    return () => as(leaving).get('/api/logout.php');
  },
  'signup.validateEmail': async () => () => as(null).get(`/api/validate_email.php?email=${newEmail()}`),
  'account.activateByLink': async () => () => as(null).get('/api/activate.php?token=x'),
  'account.getActivation': async () => () => as(noor).get('/api/activate.php'),
  'account.resendActivation': async () => {
    const waiting = await aMember(db, { status: 'not_confirmed' });
    return () => as(waiting).post('/api/activate.php');
  },
  'account.unsubscribe': async () => {
    const token = await signToken(TEST_SECRETS.SIGNING_KEY, 'unsubscribe', { member: noor.id }, Date.now());
    return () => as(null).post(`/api/unsubscribe.php?token=${token}`);
  },
  'account.openUnsubscribe': async () => () => as(null).get('/api/unsubscribe.php'),
  'account.requestMailChange': async () => {
    const moving = await aMember(db);
    return () => as(moving).post('/api/mailchange.php', { email: newEmail(), password: PASSWORD });
  },
  'account.confirmMailChange': async () => {
    const { id, email } = await aMember(db);
    const change = await aMailChange(db, { memberId: id, oldEmail: email, newEmail: newEmail() });
    const token = await signToken(KEY, 'mail_change', { change }, Date.now());
    return () => as(null).put('/api/mailchange.php', { token });
  },
  'account.undoMailChange': async () => {
    const { id, email } = await aMember(db);
    const change = await aMailChange(db, { memberId: id, oldEmail: newEmail(), newEmail: email, doneAt: Date.now() });
    const token = await signToken(KEY, 'mail_undo', { change }, Date.now());
    return () => as(null).delete('/api/mailchange.php', { token });
  },
  'account.deleteUser': async () => {
    const leaving = await aMember(db);
    return () => as(leaving).delete('/api/user.php', { password: PASSWORD });
  },
  'account.undeleteUser': async () => {
    const gone = await aMember(db, { status: 'deleted', statusBefore: 'active', deletedAt: Date.now() });
    return () => as(null).post('/api/undelete.php', { email: gone.email, password: PASSWORD });
  },
  'account.exportData': async () => () => as(noor).get('/api/export.php'),
  'session.listSessions': async () => () => as(noor).get('/api/sessions.php'),
  'session.endSession': async () => {
    const leaving = await aMember(db);
    const { body } = await as(leaving).get('/api/sessions.php');
    const [{ id }] = (body as { sessions: [{ id: string }] }).sessions;
    return () => as(leaving).delete('/api/sessions.php', { id });
  },
  'session.requestPasswordReset': async () => () => as(null).post('/api/resetpassword.php', { email: noor.email }),
  'session.resetPassword': async () => {
    const forgetful = await aMember(db);
    const token = await signToken(KEY, 'reset', { member: forgetful.id, proof: await resetProof(forgetful) }, Date.now());
    return () => as(null).put('/api/resetpassword.php', { token, password: 'a password of my own' });
  },
  'session.changePassword': async () => {
    const careful = await aMember(db);
    return () => as(careful).put('/api/password.php', { old: PASSWORD, password: 'a password of my own' });
  },
  'chat.listChats': async () => () => as(noor).get('/api/chats.php'),
  'chat.openConversation': async () => {
    const other = await aMember(db);
    return () => as(noor).get(`/api/chat.php?profile=${other.id}`);
  },
  'chat.readConversation': async () => () => as(noor).get(`/api/chat.php?conversation=${conversation}`),
  'chat.sendMessage': async () => () =>
    as(noor).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text: 'Hello' } }),
  'chat.readMessages': async () => () => as(bas).put('/api/chat.php', { conversation: { id: conversation }, read_to: 1 }),
  'chat.deleteChat': async () => {
    const other = await aMember(db);
    const id = (await as(noor).get(`/api/chat.php?profile=${other.id}`)).at('id');
    return () => as(noor).delete('/api/chat.php', { conversation: { id } });
  },
  'chat.getRoom': async () => () => as(noor).get('/api/room.php'),
  'likes.listLikes': async () => () => as(noor).get('/api/likes.php'),
  'likes.likeMember': async () => {
    const other = await aMember(db);
    await aLike(db, other.id, noor.id);
    return () => as(noor).post('/api/likes.php', { profile: other.id });
  },
  'likes.unlikeMember': async () => {
    const other = await aMember(db);
    await aLike(db, noor.id, other.id);
    return () => as(noor).delete('/api/likes.php', { profile: other.id });
  },
  'likes.openLike': async () => {
    const other = await aMember(db);
    await aLike(db, other.id, noor.id);
    return () => as(noor).put('/api/likes.php', { profile: other.id });
  },
  'profile.getProfile': async () => () => as(noor).get(`/api/profile.php?id=${bas.id}`),
  'profile.getProfileFields': async () => () => as(null).get('/api/profile_fields.php'),
  'profile.getInterests': async () => () => as(null).get('/api/interests.php'),
  'profile.getRegions': async () => () => as(null).get('/api/regions.php?country=NL'),
  'geo.geocode': async () => () => as(noor).get('/api/geocode.php?lat=52.09&lon=5.12'),
  'members.searchMembers': async () => () => as(noor).get('/api/search.php?manual_search=1&facets=1'),
  'photos.uploadPhoto': async () => () => as(noor).upload('/api/profileimage.php', [['file', aFile(aPng({ width: 240, height: 300 }))]]),
  'photos.deletePhoto': async () => {
    const id = await anImage(db, noor.id);
    return () => as(noor).delete('/api/profileimage.php', { image: { id } });
  },
  'photos.changePhotos': async () => {
    const id = await anImage(db, noor.id);
    return () => as(noor).put('/api/profileimage.php', { main_image: { id } });
  },
  'members.countMatches': async () => () => as(null).get('/api/matchcount.php?country=NL&countryregion=NL-UT'),
  'partners.searchCams': async () => () => as(noor).get('/api/xcams/search.php'),
  'partners.openCam': async () => () => as(noor).get('/api/xcams/redirect.php?account=nova'),
  'partners.openPartner': async () => () => as(noor).get('/api/resellpartner.php?flow=profile-search&redirect=1'),
  'settings.getSettings': async () => () => as(null).get('/api/settings.php', { 'CF-IPCountry': 'NL' }),
  'settings.getCompanyInfo': async () => () => as(null).get('/api/companyinfo.php'),
  'settings.getHealth': async () => () => as(null).get('/api/health.php'),
};

describe('round trips of', () => {
  test.each(Object.keys(ENDPOINTS))('%s are two at most', async (name) => {
    const prepare = CALLS[name];
    if (!prepare) throw new Error(`no call of ${name} here: add one that succeeds`);
    const call = await prepare();
    const { trips, answer } = await tripsOf(async () => call());
    // The rooms are away here, so that health says 503.
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(name === 'settings.getHealth' ? 504 : 400);
    expect(trips.length, trips.join('\n\n')).toBeLessThanOrEqual(2);
  });
});

test('what a request does after its answer is no trip of its own', async () => {
  await changeMember(db, noor.id, { lastActiveAt: 0, activeBucket: 0 });
  const { trips } = await tripsOf(() => as(noor).get('/api/user.php'));
  expect(trips).toHaveLength(1);
});
