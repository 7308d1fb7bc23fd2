import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { COUNTRIES } from '#contract/primitives';
import { Profile } from '#contract/profile';
import { aBlock, aLike, aMatch, aMember, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const profileOf = (id: string) => `/api/profile.php?id=${id}`;

/** Inserts the row of a photo without its files; returns its id. */
async function aPhoto(memberId: string, position: number, isMain = false): Promise<string> {
  const id = newId();
  await site.db.$client.execute({
    sql: 'insert into images (id, member_id, position, thumb, medium, large, width, height, thumbhash) values (?, ?, ?, ?, ?, ?, 600, 800, ?)',
    args: [id, memberId, position, `${id}-t.webp`, `${id}-m.webp`, `${id}-l.webp`, 'hash'],
  });
  if (isMain)
    await site.db.$client.execute({ sql: 'update members set main_image_id = ?, has_photo = 1 where id = ?', args: [id, memberId] });
  return id;
}

describe('a profile', () => {
  test('is what the contract says, and nothing more', async () => {
    const [viewer, shown] = [await aMember(site.db), await aMember(site.db, { personal: 'About me' })];
    await aPhoto(shown.id, 0, true);
    for (const client of [site.as(viewer), site.visitor]) {
      const profile = (await client.get(profileOf(shown.id))).at('profile');
      expect(v.parse(v.strictObject(Profile.entries), profile)).toEqual(profile);
    }
  });

  test('shows a member age, place, words, photos in their order, fields and interests', async () => {
    const [viewer, shown] = [await aMember(site.db), await aMember(site.db, { name: 'Joris', gender: 'male', personal: 'About me' })];
    const [second, first] = [await aPhoto(shown.id, 1), await aPhoto(shown.id, 0, true)];
    await site.as(shown).put('/api/user.php', { interests: ['cycling'], fields: { relationship_status: 'single' } });
    const { body } = await site.as(viewer).get(profileOf(shown.id));
    expect(body).toMatchObject({
      profile: {
        name: 'Joris',
        age: expect.any(Number),
        age_band: null,
        city: 'Utrecht',
        countryregion: 'NL-UT',
        gender: 'male',
        personal: 'About me',
        main_image: { id: first },
        images: [{ id: first }, { id: second }],
        fields: { relationship_status: 'single' },
        interests: ['cycling'],
        is_online: true,
        can_chat: true,
      },
    });
  });

  test('is featured on a landing page only if a search would find the member; without is_lead it is answered in either case', async () => {
    const [shown, paused] = [await aMember(site.db), await aMember(site.db, { isPaused: true })];
    const asFeatured = (id: string) => site.visitor.get(`${profileOf(id)}&is_lead=1`);
    expect((await asFeatured(shown.id)).at('profile.name')).toBe(shown.name);
    expect((await asFeatured(paused.id)).at('error.code')).toBe('not_found');
    expect((await asFeatured(newId())).at('error.code')).toBe('not_found');
    expect((await site.visitor.get(profileOf(paused.id))).status).toBe(200);
  });

  test('shows a visitor an age band, and neither presence nor fields nor a relationship', async () => {
    const shown = await aMember(site.db);
    await site.as(shown).put('/api/user.php', { fields: { relationship_status: 'single' } });
    expect((await site.visitor.get(profileOf(shown.id))).at('profile')).toMatchObject({
      age: null,
      age_band: '26-35',
      is_online: false,
      fields: {},
      did_like_profile: false,
      liked_me: false,
      can_chat: false,
      blocked: false,
    });
  });

  test('never carries a date of birth, an address or a balance', async () => {
    const dateOfBirth = '1981-01-23';
    const [viewer, shown] = [await aMember(site.db), await aMember(site.db, { dateOfBirth, credits: 77 })];
    for (const client of [site.as(viewer), site.visitor]) {
      const text = JSON.stringify((await client.get(profileOf(shown.id))).body);
      expect([dateOfBirth, shown.email, 'credits', 'status', 'password'].filter((secret) => text.includes(secret))).toEqual([]);
    }
  });

  test('of a member without details has nulls', async () => {
    const blank = { country: null, countryregion: null, city: null, gender: null, dateOfBirth: null };
    const [viewer, shown] = [await aMember(site.db), await aMember(site.db, blank)];
    expect((await site.as(viewer).get(profileOf(shown.id))).at('profile')).toMatchObject({
      age: null,
      age_band: null,
      country: null,
      countryregion: null,
      city: null,
      gender: null,
      main_image: null,
      personal: null,
      images: [],
    });
  });

  test('says who likes whom from both sides', async () => {
    const [one, other] = [await aMember(site.db), await aMember(site.db)];
    await aLike(site.db, one.id, other.id);
    expect((await site.as(one).get(profileOf(other.id))).at('profile')).toMatchObject({ did_like_profile: true, liked_me: false });
    expect((await site.as(other).get(profileOf(one.id))).at('profile')).toMatchObject({ did_like_profile: false, liked_me: true });
    await aMatch(site.db, one.id, (await aMember(site.db)).id);
  });

  test.each([
    ['came by 19 minutes ago', () => ({ lastActiveAt: Date.now() - 19 * MINUTE }), true],
    ['came by 21 minutes ago', () => ({ lastActiveAt: Date.now() - 21 * MINUTE }), false],
    ['hides their presence', () => ({ hidePresence: true }), false],
  ])('of a member who %s says so', async (_, traits, isOnline) => {
    const [viewer, shown] = [await aMember(site.db), await aMember(site.db, traits())];
    expect((await site.as(viewer).get(profileOf(shown.id))).at('profile.is_online')).toBe(isOnline);
  });

  test('of oneself is one’s own, and one cannot write to oneself', async () => {
    const member = await aMember(site.db);
    expect((await site.as(member).get(profileOf(member.id))).at('profile')).toMatchObject({ id: member.id, can_chat: false });
  });

  test('is shown to a member who has not confirmed, but they may not write', async () => {
    const [viewer, shown] = [await aMember(site.db, { status: 'not_confirmed' }), await aMember(site.db)];
    expect((await site.as(viewer).get(profileOf(shown.id))).at('profile.can_chat')).toBe(false);
  });

  test('of a member whom I block is shown with blocked', async () => {
    const [viewer, shown] = [await aMember(site.db), await aMember(site.db)];
    await aBlock(site.db, viewer.id, shown.id);
    const answer = await site.as(viewer).get(profileOf(shown.id));
    expect([answer.status, answer.at('profile.blocked'), answer.at('profile.can_chat')]).toEqual([200, true, false]);
  });

  test('of a member who is gone, blocks me or does not exist is one and the same 404', async () => {
    const viewer = await aMember(site.db);
    const [deleted, banned, blocking] = [
      await aMember(site.db, { status: 'deleted' }),
      await aMember(site.db, { status: 'banned' }),
      await aMember(site.db),
    ];
    await aBlock(site.db, blocking.id, viewer.id);
    const unknown = await site.as(viewer).get(profileOf(newId()));
    expect([unknown.status, unknown.at('error.code')]).toEqual([404, 'not_found']);
    for (const { id } of [deleted, banned, blocking]) {
      const answer = await site.as(viewer).get(profileOf(id));
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    }
  });

  test('is answered as to a visitor when the session is over', async () => {
    const shown = await aMember(site.db);
    const answer = await site.as({ cookie: `session=${newId()}.${'x'.repeat(43)}` }).get(profileOf(shown.id));
    expect([answer.status, answer.at('profile.age_band')]).toEqual([200, '26-35']);
  });
});

describe('the catalogue', () => {
  test('gives the profile fields and their values in the caller’s language', async () => {
    const [dutch, english] = [
      await site.visitor.get('/api/profile_fields.php', { 'Accept-Language': 'nl' }),
      await site.visitor.get('/api/profile_fields.php', { 'Accept-Language': 'en' }),
    ];
    const fields = english.at('fields') as { id: string; label: string }[];
    expect(Object.keys(english.at('allowed_values') as object).toSorted()).toEqual(fields.map(({ id }) => id).toSorted());
    expect(english.at('allowed_values.relationship_status.1')).toEqual({ value: 'separated', label: 'Separated' });
    expect(dutch.at('allowed_values.relationship_status.1')).toEqual({ value: 'separated', label: 'Uit elkaar' });
  });

  test('gives the interests in the caller’s language', async () => {
    expect((await site.visitor.get('/api/interests.php', { 'Accept-Language': 'nl' })).at('interests')).toContainEqual({
      id: 'cycling',
      label: 'Fietsen',
    });
    expect((await site.visitor.get('/api/interests.php', { 'Accept-Language': 'en' })).at('interests')).toContainEqual({
      id: 'cycling',
      label: 'Cycling',
    });
  });

  test.each(COUNTRIES)('has regions of %s, each with its name', async (country) => {
    const regions = (await site.visitor.get(`/api/regions.php?country=${country}`)).at('regions') as { id: string; name: string }[];
    expect(regions.length).toBeGreaterThan(1);
    expect(regions.every(({ id, name }) => id.startsWith(`${country}-`) && name !== '')).toBe(true);
    expect(new Set(regions.map(({ id }) => id)).size).toBe(regions.length);
  });
});
