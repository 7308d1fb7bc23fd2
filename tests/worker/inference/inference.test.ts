import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUCKET_MS } from '#db/queries/members/search-plan';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { eventOutbox, images, members } from '#db/schema/index';
import { aConversation, aMember, anImage, newEmail, newId, type TestMember } from '../../support/database/factories.ts';
import { type RowsSnapshot, snapshotRows } from '../../support/database/table-rows.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { ANSWERED, FACTS, type Fact, type ObserverName, type People } from './facts.ts';
import { channelsOf, type Observations, type Observer, observe } from './observations.ts';

const site = testSite();

/** The channels of an observer of a fact that are compared. */
const comparedChannels = (observer: Observer, { shownIn }: Pick<Fact, 'shownIn'>) =>
  channelsOf(observer).filter((channel) => !shownIn?.test(channel));

/** An observer before there are any people, who has the same number of channels. */
const anyObserver = (name: ObserverName): Observer => {
  const nobody = { id: '' } as TestMember;
  return { member: name === 'visitor' ? null : nobody, about: nobody, conversation: name === 'match' ? 'c' : null, photo: '' };
};
/** Seven calls about an address, each with an unknown one and one of an account in each of four states. */
const ADDRESS_CELLS = 7 * 5;
const CELLS = FACTS.flatMap((fact) => fact.hiddenFrom.map((name) => comparedChannels(anyObserver(name), fact).length)).reduce(
  (sum, count) => sum + count,
  ADDRESS_CELLS,
);

let people: People;
let photo: string;
let start: RowsSnapshot;
let cells = 0;

beforeAll(async () => {
  const traits = { dateOfBirth: '1994-05-17' };
  const [subject, match, stranger, third] = await Promise.all([
    aMember(site.db, { ...traits, name: 'Subject', credits: 10 }),
    aMember(site.db, { ...traits, gender: 'male', credits: 10, name: 'Match' }),
    aMember(site.db, { ...traits, gender: 'male', name: 'Stranger' }),
    aMember(site.db, { ...traits, name: 'Third' }),
  ]);
  await Promise.all([1, 2, 3].map((n) => aMember(site.db, { ...traits, name: `Other ${n}` })));
  const imageId = await anImage(site.db, subject.id);
  const [image] = await site.db.select().from(images).where(eq(images.id, imageId));
  photo = image?.medium ?? '';
  await site.worker.putPhoto(photo, new Uint8Array([1, 2, 3]));
  const prompts = [ANSWERED];
  for (const person of [subject, match, stranger, third]) await site.as(person).put('/api/user.php', { prompts });
  const [answer, ofPhoto] = [{ prompt: ANSWERED.id }, { photo: imageId }];
  await site.as(subject).post('/api/likes.php', { profile: match.id, about: answer });
  await site.as(match).post('/api/likes.php', { profile: subject.id, about: ofPhoto });
  const conversation = await aConversation(site.db, subject.id, match.id);
  for (const [from, text, about] of [
    [match, 'Hello', ofPhoto],
    [subject, 'Hello yourself', answer],
    [match, 'And now?', undefined],
  ] as const) {
    const message = { client_id: newId(), text, about };
    expect((await site.as(from).post('/api/chat.php', { conversation: { id: conversation }, message })).status).toBe(201);
  }
  people = { site, subject, match, stranger, third, conversation };
  // The messages so far have been delivered.
  await site.db.delete(eventOutbox);
  start = await snapshotRows(site.db);
});

const observerOf = (name: ObserverName): Observer => ({
  member: name === 'visitor' ? null : people[name],
  about: people.subject,
  conversation: name === 'match' ? people.conversation : null,
  photo,
});

/** Records all people as active now, so that a call moves nobody in the order of a search, which goes by quarters of an hour. */
async function beActive(): Promise<void> {
  await avoidWindowEnd(BUCKET_MS);
  const now = Date.now();
  await site.db.update(members).set({ lastActiveAt: now, activityBucket: Math.floor(now / BUCKET_MS) });
}

/** Everything an observer can see in a world that `make` makes out of the common one. */
async function worldSeenBy(
  name: ObserverName,
  ...make: readonly (((people: People) => Promise<unknown>) | undefined)[]
): Promise<Observations> {
  await start.restore();
  await beActive();
  for (const step of make) await step?.(people);
  return observe(site, observerOf(name), await snapshotRows(site.db));
}

/** What each observer sees in the common world, by observer and quarter of an hour, in which the order of a search stays the same. */
const commonWorlds = new Map<string, Observations>();

/** Everything an observer can see in the common world, which most facts are compared with. It is observed once in a quarter of an hour. */
async function commonWorldSeenBy(name: ObserverName): Promise<Observations> {
  await avoidWindowEnd(BUCKET_MS);
  const key = `${name} ${Math.floor(Date.now() / BUCKET_MS)}`;
  const seen = commonWorlds.get(key) ?? (await worldSeenBy(name));
  commonWorlds.set(key, seen);
  return seen;
}

/** What two texts hold around the first place where they differ. */
function excerptsOfDifference(one: string, other: string): readonly string[] {
  const at = [...one].findIndex((character, i) => character !== other[i]);
  const from = Math.max(0, (at === -1 ? one.length : at) - 60);
  return [one.slice(from, from + 160), other.slice(from, from + 160)];
}

describe.each(FACTS)('$name', (fact) => {
  const { hiddenFrom, both, one, other } = fact;
  test.each(hiddenFrom.map((observer) => [observer] as const))('cannot be inferred by a %s', async (observer) => {
    const seen = both || one ? await worldSeenBy(observer, both, one) : await commonWorldSeenBy(observer);
    const seenOther = await worldSeenBy(observer, both, other);
    expect(Object.keys(seen).toSorted()).toEqual(channelsOf(observerOf(observer)).toSorted());
    const compared = comparedChannels(observerOf(observer), fact);
    cells += compared.length;
    const different = compared.filter((channel) => seen[channel] !== seenOther[channel]);
    const excerpts = different.map((channel) => [channel, ...excerptsOfDifference(seen[channel] ?? '', seenOther[channel] ?? '')]);
    expect(excerpts).toEqual([]);
  });
});

describe('address: whether there is an account with it, under the strict address check', () => {
  beforeAll(async () => {
    await start.restore();
    await saveSetting(site.db, 'email_check', 'strict');
  });
  afterAll(() => clearSetting(site.db, 'email_check'));

  const form = async (email: string) => ({ ...(await aSignUpForm()), email });
  test.each([
    ['checking it', (email: string) => site.visitor.get(`/api/validate_email.php?email=${email}`)],
    ['signing up', async (email: string) => site.visitor.post('/api/user.php?new=1', await form(email))],
    ['a wrong password', (email: string) => site.visitor.post('/api/login.php', { email, password: 'not the password' })],
    ['a forgotten password', (email: string) => site.visitor.post('/api/resetpassword.php', { email })],
    ['restoring an account', (email: string) => site.visitor.post('/api/undelete.php', { email, password: 'not the password' })],
    ['a complaint', (email: string) => site.visitor.post('/api/complaints.php', { email, subject: 'other', text: 'Hello' })],
    ['the state of a complaint', (email: string) => site.visitor.post('/api/complaints.php?status=1', { email, number: 'K7Q2M9XR4T' })],
  ] as const)('cannot be inferred from %s', async (_, call) => {
    const statuses = ['active', 'not_confirmed', 'deleted', 'banned'] as const;
    const known = await Promise.all(
      statuses.map((status) => aMember(site.db, { status, statusBefore: status === 'active' ? null : 'active' })),
    );
    const answers = [];
    for (const email of [newEmail(), ...known.map(({ email: ofAccount }) => ofAccount)]) {
      const answer = await call(email);
      const body = JSON.stringify(answer.body)
        .replaceAll(email, 'address')
        .replaceAll(/"(token|number)":"[^"]*"/g, (found) => `${found.length}`);
      answers.push([answer.status, [...answer.headers.keys()].toSorted().join(), body]);
      cells += 1;
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

test(`the inference table has ${CELLS} cells, and all were compared`, () => {
  expect(cells).toBe(CELLS);
  expect(CELLS).toBeGreaterThanOrEqual(1_000);
});
