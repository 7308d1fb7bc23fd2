import { describe, expect, test } from 'vitest';
import { SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { batch } from '#db/client';
import { changeMember } from '#db/queries/account/members';
import { deleteUnconsentedAnswers } from '#db/queries/shared/sensitive-consent';
import { memberFields } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

/** A member who has not been asked. */
const NEVER_ASKED = { sensitiveConsentVersion: null, sensitiveConsentAt: null };
const SOUGHT = { gender: 'female', min_age: 30, max_age: 40 };
const SENSITIVE: [string, object][] = [
  ['whom the member wants to meet', { search_preference: SOUGHT }],
  ['the relationship status', { fields: { relationship_status: 'single' } }],
  ['smoking', { fields: { smoking: 'no' } }],
  ['drinking', { fields: { drinking: 'no' } }],
];

async function aMemberWithAnswers(traits: Parameters<typeof aMember>[1] = {}) {
  const member = await aMember(site.db, { savedSearch: { ...SOUGHT }, ...traits });
  await site.db.insert(memberFields).values([
    { memberId: member.id, fieldId: 'smoking', value: 'no' },
    { memberId: member.id, fieldId: 'education', value: 'master' },
  ]);
  return member;
}

const profileOf = async (id: string) => (await site.as(await aMember(site.db)).get(`/api/profile.php?id=${id}`)).at('profile.fields');

describe('sensitive answers', () => {
  test.each(SENSITIVE)('are refused without consent: %s', async (_, change) => {
    const me = site.as(await aMember(site.db, NEVER_ASKED));
    const refused = await me.put('/api/user.php', change);
    expect([refused.status, refused.at('error.fields')]).toEqual([422, { sensitive_consent: 'required' }]);
    expect((await me.get('/api/user.php')).at('user.profile.fields')).toEqual({});
  });

  test.each(SENSITIVE)('are stored with the consent that comes with them: %s', async (_, change) => {
    const me = site.as(await aMember(site.db, NEVER_ASKED));
    const saved = await me.put('/api/user.php', { ...change, sensitive_consent: SENSITIVE_CONSENT_VERSION });
    expect([saved.status, saved.at('user.sensitive_consent.version')]).toEqual([200, SENSITIVE_CONSENT_VERSION]);
    expect(saved.at('user.has_unconsented_answers')).toBe(false);
    expect((await me.put('/api/user.php', change)).status).toBe(200);
  });

  test.each([
    ['an answer that is taken back', { fields: { smoking: null } }],
    ['wanting to meet everyone', { search_preference: { gender: '', min_age: 30, max_age: 40 } }],
    ['other facts', { fields: { education: 'master' } }],
  ])('are none: %s needs no consent', async (_, change) => {
    const me = site.as(await aMember(site.db, NEVER_ASKED));
    expect((await me.put('/api/user.php', change)).status).toBe(200);
  });

  test.each([0, SENSITIVE_CONSENT_VERSION + 1])('need consent to the text that is shown now, not to version %s', async (version) => {
    const me = site.as(await aMember(site.db, NEVER_ASKED));
    const refused = await me.put('/api/user.php', { fields: { smoking: 'no' }, sensitive_consent: version });
    expect([refused.status, refused.at('error.fields')]).toEqual([422, { sensitive_consent: 'expired' }]);
  });

  test('cannot come with the withdrawal of the consent', async () => {
    const me = site.as(await aMember(site.db));
    const refused = await me.put('/api/user.php', { fields: { smoking: 'no' }, sensitive_consent: null });
    expect(refused.at('error.fields')).toEqual({ sensitive_consent: 'required' });
  });

  test('are not stored if the consent was withdrawn while they were on their way', async () => {
    const member = await aMemberWithAnswers();
    await batch(site.db, {
      change: changeMember(site.db, member.id, { sensitiveConsentEndedAt: Date.now() }),
      ...deleteUnconsentedAnswers(site.db, member.id, ['smoking'], SENSITIVE_CONSENT_VERSION),
    });
    expect((await site.as(member).get('/api/user.php')).at('user.profile.fields')).toEqual({ education: 'master' });
  });
});

describe('the consent', () => {
  test('once given keeps its time when it is given again', async () => {
    const me = site.as(await aMember(site.db));
    const before = (await me.get('/api/user.php')).at('user.sensitive_consent');
    expect((await me.put('/api/user.php', { sensitive_consent: SENSITIVE_CONSENT_VERSION })).at('user.sensitive_consent')).toEqual(before);
  });

  test('withdrawn deletes the sensitive answers and nothing else', async () => {
    const member = await aMemberWithAnswers();
    const other = await aMemberWithAnswers();
    const me = site.as(member);
    const after = await me.put('/api/user.php', { sensitive_consent: null });
    expect([after.at('user.sensitive_consent'), after.at('user.has_unconsented_answers')]).toEqual([null, false]);
    expect(after.at('user.profile.fields')).toEqual({ education: 'master' });
    expect(after.at('user.search_preference')).toEqual({ ...SOUGHT, gender: '' });
    expect(await profileOf(member.id)).toEqual({ education: 'master' });
    expect(await profileOf(other.id)).toEqual({ smoking: 'no', education: 'master' });
  });

  test('and its withdrawal are part of the export, with their times and the version of the text', async () => {
    const me = site.as(await aMember(site.db, NEVER_ASKED));
    const consentInExport = async () => (await me.get('/api/export.php')).at('sensitive_consent');
    expect(await consentInExport()).toEqual({ version: null, given_at: null, ended_at: null });
    await me.put('/api/user.php', { sensitive_consent: SENSITIVE_CONSENT_VERSION });
    expect(await consentInExport()).toEqual({ version: SENSITIVE_CONSENT_VERSION, given_at: expect.any(String), ended_at: null });
    await me.put('/api/user.php', { sensitive_consent: null });
    expect(await consentInExport()).toEqual({
      version: SENSITIVE_CONSENT_VERSION,
      given_at: expect.any(String),
      ended_at: expect.any(String),
    });
  });

  test('of a visitor is refused', async () => {
    expect((await site.visitor.put('/api/user.php', { sensitive_consent: SENSITIVE_CONSENT_VERSION })).status).toBe(403);
  });
});

describe('answers from before the consent was asked for', () => {
  test('are shown to their member alone, who is told that they wait', async () => {
    const member = await aMemberWithAnswers(NEVER_ASKED);
    const mine = await site.as(member).get('/api/user.php');
    expect([mine.at('user.has_unconsented_answers'), mine.at('user.profile.fields.smoking')]).toEqual([true, 'no']);
    expect(mine.at('user.search_preference.gender')).toBe('');
    expect(await profileOf(member.id)).toEqual({ education: 'master' });
  });

  test('do not decide whom a search finds, until there is consent', async () => {
    const member = await aMemberWithAnswers(NEVER_ASKED);
    const me = site.as(member);
    const genderInForce = async () => (await me.get('/api/search.php?do_not_save=1')).at('filter_options.gender');
    expect(await genderInForce()).toBe('');
    await me.put('/api/user.php', { sensitive_consent: SENSITIVE_CONSENT_VERSION });
    expect(await genderInForce()).toBe('female');
  });

  test('cannot be quoted by others, and can with consent', async () => {
    const member = await aMemberWithAnswers(NEVER_ASKED);
    const like = async () =>
      (await site.as(await aMember(site.db)).post('/api/likes.php', { profile: member.id, about: { field: 'smoking' } })).status;
    expect(await like()).toBe(409);
    await site.as(member).put('/api/user.php', { sensitive_consent: SENSITIVE_CONSENT_VERSION });
    expect(await like()).toBeLessThan(300);
  });

  test('come to others with consent, and are deleted on request', async () => {
    const [agreeing, refusing] = [await aMemberWithAnswers(NEVER_ASKED), await aMemberWithAnswers(NEVER_ASKED)];
    await site.as(agreeing).put('/api/user.php', { sensitive_consent: SENSITIVE_CONSENT_VERSION });
    expect(await profileOf(agreeing.id)).toEqual({ smoking: 'no', education: 'master' });
    const refused = await site.as(refusing).put('/api/user.php', { sensitive_consent: null });
    expect([refused.at('user.has_unconsented_answers'), refused.at('user.profile.fields')]).toEqual([false, { education: 'master' }]);
  });

  test('stay as they are while the member changes something else', async () => {
    const member = await aMemberWithAnswers(NEVER_ASKED);
    const after = await site.as(member).put('/api/user.php', { city: 'Gouda', fields: { education: 'bachelor' } });
    expect([after.status, after.at('user.has_unconsented_answers')]).toEqual([200, true]);
  });
});
