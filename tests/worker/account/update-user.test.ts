import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const bornYearsAgo = (years: number, days = 0) => {
  const today = new Date(Date.now() + days * DAY);
  today.setUTCFullYear(today.getUTCFullYear() - years);
  return today.toISOString().slice(0, 10);
};

describe('a change of the account', () => {
  test.each([
    ['name', 'Zoë', 'profile.name', 'Zoë'],
    ['country', 'BE', 'profile.country', 'BE'],
    ['countryregion', 'NL-NH', 'profile.countryregion', 'NL-NH'],
    ['countryregion', null, 'profile.countryregion', null],
    ['city', 'Amersfoort', 'profile.city', 'Amersfoort'],
    ['city', '', 'profile.city', null],
    ['city', null, 'profile.city', null],
    ['gender', 'nonbinary', 'profile.gender', 'nonbinary'],
    ['date_of_birth', '1990-12-31', 'profile.date_of_birth', '1990-12-31'],
    ['personal', 'Line one\nLine two', 'profile.personal', 'Line one\nLine two'],
    ['personal', '', 'profile.personal', null],
    ['language', 'en', 'profile.language', 'en'],
    ['locale', 'en', 'locale', 'en'],
    ['timezone', 'Europe/Paris', 'timezone', 'Europe/Paris'],
    ['interests', ['cycling', 'hiking'], 'profile.interests', ['cycling', 'hiking']],
    ['interests', [], 'profile.interests', []],
    ['fields', { relationship_status: 'single' }, 'profile.fields', { relationship_status: 'single' }],
    ['paused', true, 'paused', true],
    ['hide_presence', true, 'hide_presence', true],
    ['hide_fictional', true, 'hide_fictional', true],
    ['allow_search_engines', true, 'allow_search_engines', true],
    ['hidden_words', ['crypto', 'whatsapp'], 'hidden_words', ['crypto', 'whatsapp']],
    ['payment_country', 'DE', 'payment_country', 'DE'],
    ['lastSignupStep', 4, 'last_signup_step', 4],
    [
      'search_preference',
      { gender: 'male', min_age: 18, max_age: 100 },
      'search_preference',
      { gender: 'male', min_age: 18, max_age: 100 },
    ],
    ['search_preference', { gender: '', min_age: 40, max_age: 40 }, 'search_preference', { gender: '', min_age: 40, max_age: 40 }],
  ])('of %s to %j is stored', async (key, value, path, kept) => {
    const me = site.as(await aMember(site.db));
    const answer = await me.put('/api/user.php', { [key]: value });
    expect([answer.status, answer.at(`user.${path}`)]).toEqual([200, kept]);
    expect((await me.get('/api/user.php')).at(`user.${path}`)).toEqual(kept);
  });

  test('changes only what it names', async () => {
    const member = await aMember(site.db, { personal: 'About me', timezone: 'Europe/Amsterdam', hiddenWords: ['crypto'] });
    const me = site.as(member);
    await me.put('/api/user.php', { interests: ['cycling'], fields: { relationship_status: 'single' } });
    const before = (await me.get('/api/user.php')).body as { user: { profile: object } };
    const after = (await me.put('/api/user.php', { city: 'Gouda' })).body;
    expect(after).toEqual({ user: { ...before.user, profile: { ...before.user.profile, city: 'Gouda' } } });
  });

  test('counts as activity', async () => {
    const startedAt = Date.now();
    const member = await aMember(site.db, { lastActiveAt: startedAt - HOUR });
    await site.as(member).put('/api/user.php', { city: 'Delft' });
    const { rows } = await site.db.$client.execute({ sql: 'select last_active_at from members where id = ?', args: [member.id] });
    expect(Number(rows[0]?.last_active_at)).toBeGreaterThanOrEqual(startedAt);
  });

  test('without any key changes nothing', async () => {
    const me = site.as(await aMember(site.db));
    const before = (await me.get('/api/user.php')).body;
    expect((await me.put('/api/user.php', {})).body).toEqual(before);
  });

  test('adds and clears single profile fields and leaves the others', async () => {
    const me = site.as(await aMember(site.db));
    const { body } = await site.visitor.get('/api/profile_fields.php');
    const [[first = '', [one] = []] = [], [second = '', [other] = []] = []] = Object.entries(
      (body as { allowed_values: Record<string, { value: string }[]> }).allowed_values,
    );
    await me.put('/api/user.php', { fields: { [first]: one?.value, [second]: other?.value } });
    expect((await me.put('/api/user.php', { fields: { [first]: null } })).at('user.profile.fields')).toEqual({ [second]: other?.value });
  });

  test('stores an interest that is named twice once', async () => {
    const me = site.as(await aMember(site.db));
    expect((await me.put('/api/user.php', { interests: ['cycling', 'cycling'] })).at('user.profile.interests')).toEqual(['cycling']);
  });

  test('notifies the member’s other devices', async () => {
    const member = await aMember(site.db);
    await site.as(member).put('/api/user.php', { city: 'Gouda' });
    const { rows } = await site.db.$client.execute({
      sql: "select event ->> 'type' as type from event_outbox where member_id = ?",
      args: [member.id],
    });
    expect(rows.map(({ type }) => type)).toEqual(['user.changed']);
  });

  test('to another country clears the region, unless a new one comes with it', async () => {
    const me = site.as(await aMember(site.db));
    expect((await me.put('/api/user.php', { country: 'BE' })).at('user.profile')).toMatchObject({ country: 'BE', countryregion: null });
    const moved = await me.put('/api/user.php', { country: 'NL', countryregion: 'NL-UT' });
    expect(moved.at('user.profile')).toMatchObject({ country: 'NL', countryregion: 'NL-UT' });
    expect((await me.put('/api/user.php', { country: 'NL' })).at('user.profile.countryregion')).toBe('NL-UT');
  });

  test('never changes credits, premium, status, address, id or other read-only fields', async () => {
    const member = await aMember(site.db, { status: 'not_confirmed', credits: 5 });
    const me = site.as(member);
    const before = (await me.get('/api/user.php')).body;
    const protectedFields = {
      credits: 1000,
      paid_user: true,
      premium_until: '2099-01-01T00:00:00Z',
      premiumUntil: 4e12,
      status: 'active',
      activated: true,
    };
    const answer = await me.put('/api/user.php', {
      ...protectedFields,
      email: 'x@example.org',
      id: 'x',
      passwordHash: 'x',
      is_fictional: true,
      mainImageId: 'x',
    });
    expect([answer.status, answer.body]).toEqual([200, before]);
  });
});

describe('an invalid change', () => {
  const long = (length: number) => 'x'.repeat(length);
  const preferring = (wrong: object) => ({ search_preference: { gender: '', min_age: 30, max_age: 40, ...wrong } });
  test.each([
    ['a region of another country', { countryregion: 'BE-VLG' }, { countryregion: 'not_allowed' }],
    ['a region that no country has', { countryregion: 'NL-XX' }, { countryregion: 'unknown' }],
    ['the old region with a new country', { country: 'BE', countryregion: 'NL-UT' }, { countryregion: 'not_allowed' }],
    ['a country that is not served', { country: 'JP' }, { country: 'unknown' }],
    ['a city of 256 characters', { city: long(256) }, { city: 'too_long' }],
    ['a city of two lines', { city: 'Utrecht\nor write to me at prize.example' }, { city: 'not_allowed' }],
    ['a city that turns the writing direction', { city: 'Utrecht \u202egro.elpmaxe' }, { city: 'not_allowed' }],
    ['a city with a control character', { city: 'Ut\u0007recht' }, { city: 'not_allowed' }],
    ['an empty name', { name: ' ' }, { name: 'required' }],
    ['a name of 151 characters', { name: long(151) }, { name: 'too_long' }],
    ['a name that starts with @', { name: '@noor' }, { name: 'not_allowed' }],
    ['no name at all', { name: null }, { name: 'wrong_type' }],
    ['an unknown gender', { gender: 'other' }, { gender: 'unknown' }],
    ['31 February', { date_of_birth: '1990-02-31' }, { date_of_birth: 'not_allowed' }],
    ['a zero day', { date_of_birth: '1990-02-00' }, { date_of_birth: 'not_allowed' }],
    ['a date in another format', { date_of_birth: '31-12-1990' }, { date_of_birth: 'wrong_type' }],
    ['a day in the future', { date_of_birth: bornYearsAgo(-1) }, { date_of_birth: 'not_allowed' }],
    ['an age of 101', { date_of_birth: bornYearsAgo(101, -2) }, { date_of_birth: 'not_allowed' }],
    ['a personal text of 5,001 characters', { personal: long(5001) }, { personal: 'too_long' }],
    ['a lone surrogate', { personal: 'a\udc00' }, { personal: 'wrong_type' }],
    ['an unknown language', { language: 'sv' }, { language: 'unknown' }],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, { timezone: 'unknown' }],
    ['an unknown interest', { interests: ['cycling', 'arson'] }, { interests: 'unknown' }],
    ['a text for interests', { interests: 'cycling' }, { interests: 'wrong_type' }],
    ['101 interests', { interests: Array(101).fill('cycling') }, { interests: 'too_long' }],
    ['an unknown field', { fields: { shoe_size: '42' } }, { 'fields.shoe_size': 'unknown' }],
    ['an unknown value of a field', { fields: { relationship_status: 'it_depends' } }, { 'fields.relationship_status': 'unknown' }],
    ['the value of another field', { fields: { smoking: 'single' } }, { 'fields.smoking': 'unknown' }],
    ['a list for fields', { fields: ['single'] }, { 'fields.0': 'unknown' }],
    ['a text for a switch', { paused: 'yes' }, { paused: 'wrong_type' }],
    ['201 hidden words', { hidden_words: Array(201).fill('x') }, { hidden_words: 'too_long' }],
    ['an over-long hidden word', { hidden_words: [long(101)] }, { 'hidden_words.0': 'too_long' }],
    ['a country of payment that is not served', { payment_country: 'JP' }, { payment_country: 'unknown' }],
    ['a step beyond the last of the form', { lastSignupStep: 8 }, { lastSignupStep: 'not_allowed' }],
    ['half a step', { lastSignupStep: 1.5 }, { lastSignupStep: 'wrong_type' }],
    ['an unknown gender to meet', preferring({ gender: 'robots' }), { 'search_preference.gender': 'unknown' }],
    ['a list of genders to meet', preferring({ gender: ['male'] }), { 'search_preference.gender': 'unknown' }],
    ['no gender to meet', preferring({ gender: undefined }), { 'search_preference.gender': 'required' }],
    ['an age to meet below the minimum', preferring({ min_age: 17 }), { 'search_preference.min_age': 'not_allowed' }],
    [
      'both ages to meet below the minimum',
      preferring({ min_age: -3, max_age: 17 }),
      { 'search_preference.min_age': 'not_allowed', 'search_preference.max_age': 'not_allowed' },
    ],
    ['an age to meet of 101', preferring({ max_age: 101 }), { 'search_preference.max_age': 'not_allowed' }],
    ['half an age to meet', preferring({ min_age: 30.5 }), { 'search_preference.min_age': 'wrong_type' }],
    ['a text for an age to meet', preferring({ max_age: '40' }), { 'search_preference.max_age': 'wrong_type' }],
    ['ages to meet the wrong way round', preferring({ min_age: 41, max_age: 40 }), { 'search_preference.max_age': 'not_allowed' }],
    ['nobody to meet', { search_preference: null }, { search_preference: 'wrong_type' }],
    ['a word for whom to meet', { search_preference: 'women' }, { search_preference: 'wrong_type' }],
    [
      'lists for single values',
      { name: ['Noor'], country: ['NL'], gender: ['female'] },
      { name: 'wrong_type', country: 'unknown', gender: 'unknown' },
    ],
  ])('with %s is refused as a whole', async (_, change, fields) => {
    const me = site.as(await aMember(site.db));
    const before = await allRows(site.db);
    const answer = await me.put('/api/user.php', { locale: 'en', ...change });
    expect([answer.status, answer.at('error.code'), answer.at('error.fields')]).toEqual([422, 'invalid', fields]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('with a name equal to the address is refused', async () => {
    const member = await aMember(site.db);
    const answer = await site.as(member).put('/api/user.php', { name: member.email.toUpperCase() });
    expect(answer.at('error.fields')).toEqual({ name: 'not_allowed' });
  });

  test.each([[[]], [['city', 'Gouda']], ['Gouda'], [7], [null], [true]])('with the body %j is refused', async (body) => {
    const answer = await site.as(await aMember(site.db)).put('/api/user.php', JSON.stringify(body));
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { body: 'wrong_type' }]);
  });
});

describe('the minimum age', () => {
  test('is reached on the birthday in the member’s time zone', async () => {
    const me = site.as(await aMember(site.db, { timezone: 'UTC' }));
    expect((await me.put('/api/user.php', { date_of_birth: bornYearsAgo(18, -1) })).status).toBe(200);
    const tooYoung = await me.put('/api/user.php', { date_of_birth: bornYearsAgo(18, 2) });
    expect([tooYoung.status, tooYoung.at('error.fields')]).toEqual([422, { date_of_birth: 'not_allowed' }]);
  });

  test('is what the operator sets', async () => {
    await saveSetting(site.db, 'min_age', 30);
    const me = site.as(await aMember(site.db));
    expect((await me.put('/api/user.php', { date_of_birth: bornYearsAgo(29) })).at('error.fields.date_of_birth')).toBe('not_allowed');
    expect((await me.put('/api/user.php', { date_of_birth: bornYearsAgo(31) })).status).toBe(200);
    await clearSetting(site.db, 'min_age');
  });

  test('comes with a maximum of a hundred', async () => {
    const me = site.as(await aMember(site.db));
    expect((await me.put('/api/user.php', { date_of_birth: bornYearsAgo(100, -2) })).status).toBe(200);
  });
});

describe('the country of payment', () => {
  test('changes once in thirty days, and says when the next time is', async () => {
    const member = await aMember(site.db);
    const me = site.as(member);
    expect((await me.put('/api/user.php', { payment_country: 'DE' })).status).toBe(200);
    const before = await allRows(site.db);
    const again = await me.put('/api/user.php', { payment_country: 'FR', city: 'Gouda' });
    expect([again.status, again.at('error.code')]).toEqual([429, 'too_many']);
    const days = (Date.parse(String(again.at('error.details.ends_at'))) - Date.now()) / DAY;
    expect(Math.round(days)).toBe(30);
    expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(29 * 24 * 3600);
    expect(await allRows(site.db)).toEqual(before);
    expect((await me.put('/api/user.php', { payment_country: 'DE' })).status).toBe(200);

    const monthAgo = Date.now() - 30 * DAY;
    await site.db.$client.execute({ sql: 'update members set payment_country_changed_at = ? where id = ?', args: [monthAgo, member.id] });
    expect((await me.put('/api/user.php', { payment_country: 'FR' })).at('user.payment_country')).toBe('FR');
  });

  test('is set by the first known country, which does not count as a change', async () => {
    const me = site.as(await aMember(site.db, { country: null, countryregion: null, paymentCountry: null }));
    expect((await me.put('/api/user.php', { country: 'BE' })).at('user.payment_country')).toBe('BE');
    expect((await me.put('/api/user.php', { country: 'NL' })).at('user.payment_country')).toBe('BE');
    expect((await me.put('/api/user.php', { payment_country: 'NL' })).at('user.payment_country')).toBe('NL');
  });
});
