import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/members';
import { COUNTRIES, GENDERS, LOCALES } from '#contract/primitives';
import { PROMPT_ANSWER_MAX } from '#contract/profile';
import { lookDifference, lookOf } from '#db/demo/deal-portraits';
import { DEMO_LOGINS } from '#db/demo/logins';
import { makeDemo } from '#db/demo/make-demo';
import { portraitPool } from '#db/demo/portrait-pool';
import { cataloguePrompts } from '#db/queries/profile/profile';
import { images, memberFields, memberInterests, memberPrompts, members, quotes } from '#db/schema/index';
import { ageAt } from '../../../worker/domain/age.ts';
import { verifyPassword } from '../../../worker/lib/password-hash.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const NOW = Date.parse('2026-09-01T10:00:00Z');
const photos = new Map<string, number>();
const { db, url } = await testDatabase();
let everybody: (typeof members.$inferSelect)[];

const createDemo = () =>
  makeDemo({
    url,
    members: 500,
    photos: { put: async (name, bytes) => photos.set(name, bytes.byteLength) },
    onProgress: () => {},
    now: NOW,
  });

beforeAll(async () => {
  await createDemo();
  everybody = await db.select().from(members);
});

const fictional = () => everybody.filter(({ isFictional }) => isFictional);
const isLogin = ({ email }: { email: string }) => DEMO_LOGINS.some((login) => login.email === email);
const textsOf = (language: string): { text: string; gender: string }[] =>
  JSON.parse(readFileSync(new URL(`../../../db/demo/about/${language}.json`, import.meta.url), 'utf8'));

const answersOf = (language: string): Record<string, string[]> =>
  JSON.parse(readFileSync(new URL(`../../../db/demo/prompts/${language}.json`, import.meta.url), 'utf8'));
/** So many members in the order of results do not repeat an answer. */
const MEMBERS_APART = 24;

describe('the demo members', () => {
  test('are five hundred, all fictional except for the two logins, and all searchable', () => {
    expect(fictional()).toHaveLength(500);
    expect(
      everybody
        .filter(({ isFictional }) => !isFictional)
        .map(({ email }) => email)
        .toSorted(),
    ).toEqual(DEMO_LOGINS.map(({ email }) => email).toSorted());
    expect(everybody.filter(({ isSearchable }) => !isSearchable)).toEqual([]);
  });

  test('live in all fifteen countries, speak all seven languages and are of every gender', () => {
    const among = <K extends 'country' | 'language' | 'gender'>(key: K) => new Set(fictional().map((member) => member[key]));
    expect(among('country')).toEqual(new Set(COUNTRIES));
    expect(among('language')).toEqual(new Set(LOCALES));
    expect([...among('gender')].filter((gender) => !GENDERS.some((known) => known === gender))).toEqual([]);
    expect(among('gender').size).toBeGreaterThanOrEqual(2);
  });

  test('live in a region of their country', async () => {
    const strangers = await db.all(
      'select m.id from members m left join regions r on r.id = m.countryregion where r.country is not m.country',
    );
    expect(strangers).toEqual([]);
  });

  test('are of age on the day they are created', () => {
    const ages = everybody.map(({ dateOfBirth }) => ageAt(dateOfBirth ?? '', NOW));
    expect(ages.filter((age) => !(age >= 18 && age <= 100))).toEqual([]);
  });

  test('have one to four photos each, whose files are in the bucket, and the first is the main one', async () => {
    const byMember = Map.groupBy(await db.select().from(images), ({ memberId }) => memberId);
    for (const member of everybody) {
      const own = (byMember.get(member.id) ?? []).toSorted((a, b) => a.position - b.position);
      expect([own.length >= 1 && own.length <= 4, own[0]?.id, member.hasPhoto]).toEqual([true, member.mainImageId, true]);
      expect(own.map(({ position }) => position)).toEqual(own.map((_, i) => i));
    }
    const names = [...byMember.values()].flat().flatMap(({ thumb, medium, large }) => [thumb, medium, large]);
    expect(names.filter((name) => !photos.has(name))).toEqual([]);
    expect([...photos.values()].filter((bytes) => bytes < 100)).toEqual([]);
  });

  test('have a text in their own language that suits their gender', () => {
    const known = new Map(LOCALES.map((language) => [language as string, textsOf(language)]));
    const strange = everybody.filter(
      ({ language, personal, gender }) =>
        !known.get(language)?.some((about) => about.text === personal && (about.gender === 'any' || about.gender === gender)),
    );
    expect(strange).toEqual([]);
    expect(new Set(fictional().map(({ personal }) => personal)).size).toBeGreaterThan(200);
  });

  test('answer, two thirds of them, one to three prompts in their own language', async () => {
    const known = new Map(LOCALES.map((language) => [language as string, answersOf(language)]));
    const byMember = Map.groupBy(await db.select().from(memberPrompts), ({ memberId }) => memberId);
    const answering = fictional().filter(({ id }) => byMember.has(id));
    expect(answering.length / 500).toBeGreaterThan(0.6);
    expect(answering.length / 500).toBeLessThan(0.73);
    for (const { id, language } of answering) {
      const own = (byMember.get(id) ?? []).toSorted((a, b) => a.position - b.position);
      expect(own.map(({ position }) => position)).toEqual([0, 1, 2].slice(0, own.length));
      expect(own.filter(({ promptId, answer }) => !known.get(language)?.[promptId]?.includes(answer))).toEqual([]);
    }
    expect(new Set([...byMember.values()].map(({ length }) => length))).toEqual(new Set([1, 2, 3]));
  });

  test('show no answer twice on a page of results in one language', async () => {
    const byMember = Map.groupBy(await db.select().from(memberPrompts), ({ memberId }) => memberId);
    const repeated = LOCALES.flatMap((locale) => {
      const listed = fictional()
        .filter(({ language }) => language === locale)
        .toSorted((a, b) => (b.lastActiveAt ?? 0) - (a.lastActiveAt ?? 0));
      return listed.flatMap((_, from) => {
        const page = listed.slice(from, from + MEMBERS_APART).flatMap(({ id }) => byMember.get(id) ?? []);
        return page.length === new Set(page.map(({ answer }) => answer)).size ? [] : [`${locale} from ${from}`];
      });
    });
    expect(repeated).toEqual([]);
  });

  test.each(LOCALES)('have answers in %s for every prompt, each once and short enough', async (language) => {
    const answers = answersOf(language);
    expect(Object.keys(answers)).toEqual((await cataloguePrompts(db)).map(({ id }) => id));
    expect(Object.values(answers).filter(({ length }) => length < 3)).toEqual([]);
    const texts = Object.values(answers).flat();
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.filter((text) => text.trim() !== text || text === '' || [...text].length > PROMPT_ANSWER_MAX)).toEqual([]);
  });

  test('have only facts and interests of the catalogue', async () => {
    const stray = await db.all(`select field_id, value from member_fields f where not exists
      (select 1 from catalogue c where c.kind = 'value' and c.parent = f.field_id and c.id = f.value)`);
    const strayInterests = await db.all(`select interest_id from member_interests i where not exists
      (select 1 from catalogue c where c.kind = 'interest' and c.id = i.interest_id)`);
    expect([stray, strayInterests]).toEqual([[], []]);
    expect(new Set((await db.select().from(memberFields)).map(({ memberId }) => memberId)).size).toBe(502);
    expect(new Set((await db.select().from(memberInterests)).map(({ memberId }) => memberId)).size).toBe(502);
  });

  test('cannot log in, and their e-mail addresses are invalid', async () => {
    for (const { passwordHash } of fictional().slice(0, 3)) expect(await verifyPassword('none', passwordHash)).toBe(false);
    expect(new Set(fictional().map(({ passwordHash }) => passwordHash))).toEqual(new Set(['none']));
    expect(fictional().filter(({ email }) => !email.endsWith('.invalid'))).toEqual([]);
  });
});

describe('the portraits', () => {
  /** The main photos of the demo members in the order of search results. */
  const results = async (genders: readonly string[], country: string | null) =>
    await db.all<{ large: string }>(sql`
      select large from members join images on images.id = main_image_id
      where is_fictional and gender in ${genders} and (${country} is null or country = ${country})
      order by search_rank, members.id`);
  const portraitsOf = (page: { large: string }[]) => new Set(page.map(({ large }) => large)).size;

  test.each([
    ['women', 'female'],
    ['men', 'male'],
  ])('of %s are twelve different ones on any twelve cards in a row, from everywhere and in each country', async (_, gender) => {
    for (const country of [null, ...COUNTRIES]) {
      const found = await results([gender], country);
      const pages = found.map((_card, i) => found.slice(i, i + PAGE_SIZE));
      expect([country, pages.filter((page) => portraitsOf(page) < page.length)]).toEqual([country, []]);
    }
  });

  test('of women and of men who live in one country are different ones in any order of a search', async () => {
    for (const gender of ['female', 'male']) {
      for (const country of COUNTRIES) {
        const found = await results([gender], country);
        const most = 20;
        expect([country, gender, portraitsOf(found.slice(0, most))]).toEqual([country, gender, Math.min(most, found.length)]);
      }
    }
  });

  test('of neighbours in a row never show one scene, and are not among the tenth of all pairs with the most similar colours', async () => {
    const shown = new Map(
      portraitPool().people.map(({ scene, pictures: [first] }) => [first?.large ?? '', { scene, look: lookOf(first?.thumbhash ?? '') }]),
    );
    const looks = [...shown.values()].map(({ look }) => look);
    const pairs = looks.flatMap((look, i) => looks.slice(i + 1).map((other) => lookDifference(look, other)));
    const similar = pairs.toSorted((a, b) => a - b)[Math.floor(pairs.length / 10)] ?? 0;
    for (const genders of [['female'], ['male'], ['female', 'male']]) {
      const found = (await results(genders, null)).flatMap(({ large }) => shown.get(large) ?? []);
      const neighbours = found.slice(1).map((card, i) => [card, found[i] ?? card] as const);
      const alike = neighbours.filter(([a, b]) => a.scene === b.scene || lookDifference(a.look, b.look) <= similar);
      expect([genders, alike]).toEqual([genders, []]);
    }
  });

  test('of those who like a login account or write to it are all different', async () => {
    for (const { id } of everybody.filter(isLogin)) {
      const others = await db.all<{ large: string }>(sql`
        select large from members join images on images.id = main_image_id where members.id in (
          select liker_id from likes where liked_id = ${id} union select other_id from participants where member_id = ${id})`);
      expect(portraitsOf(others)).toBe(others.length);
    }
  });
});

describe('the two logins', () => {
  test.each(DEMO_LOGINS)('$email open with the password that is printed, and with no other', async ({ email, password, name, gender }) => {
    const member = everybody.find((one) => one.email === email);
    expect(member).toMatchObject({ name, gender, status: 'active', country: 'NL' });
    expect(await verifyPassword(password, member?.passwordHash ?? null)).toBe(true);
    expect(await verifyPassword(`${password}!`, member?.passwordHash ?? null)).toBe(false);
  });

  test('have likes, matches, conversations and credits, and every invariant holds', async () => {
    for (const { id } of everybody.filter(isLogin)) {
      const [counts] = await db.all<Record<string, number>>(`select
        (select count(*) from likes where liked_id = '${id}') as received, (select count(*) from likes where liker_id = '${id}') as given,
        (select count(*) from participants where member_id = '${id}' and is_listed) as conversations,
        (select count(*) from participants where member_id = '${id}' and unread > 0) as unread,
        (select count(*) from credit_lots where member_id = '${id}' and remaining > 0) as lots`);
      for (const [what, count] of Object.entries(counts ?? {})) expect([what, count > 0]).toEqual([what, true]);
    }
    expect(await checkInvariants(db)).toEqual([]);
  });

  test.each(DEMO_LOGINS)('$email has prompts of its own, and likes and first messages that quote', async ({ email, prompts }) => {
    const { id } = everybody.find((one) => one.email === email) ?? { id: '' };
    const own = await db.select().from(memberPrompts).where(eq(memberPrompts.memberId, id)).orderBy(memberPrompts.position);
    expect(own.map(({ promptId, answer }) => ({ id: promptId, text: answer }))).toEqual(prompts);
    const quoted = await db.select().from(quotes);
    const ofLikes = quoted.filter(({ messageId, ownerId }) => messageId === null && ownerId === id);
    expect(ofLikes.filter(({ imageId }) => imageId).length).toBeGreaterThan(0);
    expect(ofLikes.filter(({ promptId }) => promptId).length).toBeGreaterThan(0);
    expect(ofLikes.filter(({ text, promptId }) => text !== '' && !promptId).length).toBeGreaterThan(0);
    expect(quoted.filter(({ messageId, authorId, ownerId }) => messageId !== null && (authorId === id || ownerId === id))).not.toEqual([]);
  });

  test('are quoted word by word, each block by a like that exists or by the first message of its author', async () => {
    const stray = await db.all(`select q.id from quotes q join members o on o.id = q.owner_id where not (
      case when q.message_id is null then exists (select 1 from likes l where l.liker_id = q.author_id and l.liked_id = q.owner_id)
        else exists (select 1 from messages m where m.id = q.message_id and m.seq = 1 and m.sender_id = q.author_id) end
      and case when q.image_id is not null then exists (select 1 from images i where i.id = q.image_id and i.member_id = o.id)
        when q.prompt_id is not null
          then exists (select 1 from member_prompts p where p.member_id = o.id and p.prompt_id = q.prompt_id and p.answer = q.text)
        else instr(o.personal, q.text) > 0 and q.text <> '' end)`);
    expect(stray).toEqual([]);
  });
});

test('creating them again changes nothing', async () => {
  await createDemo();
  expect(await db.select().from(members)).toEqual(everybody);
});
