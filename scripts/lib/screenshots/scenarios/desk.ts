import type { PageAction } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';

const AT = '2026-11-28T09:12:00.000Z';
const LATER = '2026-11-28T17:12:00.000Z';
const MEMBER_ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const OPERATOR = {
  id: MEMBER_ID,
  name: 'Olga',
  email: 'olga@example.org',
  role: 'admin',
  session_ends_at: '2099-01-01T00:00:00.000Z',
  confirmed_until: null,
};
const ACT = {
  id: MEMBER_ID,
  act: 'credits_granted',
  about: { id: MEMBER_ID, name: 'Bram' },
  subject: null,
  amount: 25,
  reason: 'the shop was away',
  at: AT,
};
const FOUND = {
  ...{ id: MEMBER_ID, name: 'Bram', email: 'bram@example.org', status: 'active', is_fictional: false, country: 'NL', signed_up_at: AT },
};
const ORDER = {
  ...{ id: MEMBER_ID, product: 'pack-50', amount: 999, currency: 'EUR', status: 'paid', returned_amount: 0 },
  ...{ provider: 'mollie', payment: 'tr_7UhSN1zuXS', created_at: AT },
};
const MEMBER = {
  ...FOUND,
  ...{ is_paused: false, ban_reason: null, deleted_at: null, last_active_at: AT, sessions: 2, credits: 31, owed: 0 },
  ...{ premium_until: null, renews: false, open_reports: { about: 1, by: 0 }, open_complaints: 0, orders: [ORDER] },
  ledger: [{ id: MEMBER_ID, amount: 25, reason: 'grant', at: AT }],
  acts: [{ ...ACT, about: null, by: 'olga@example.org' }],
};
const SETTINGS = [
  { key: 'name', value: 'Vonk', default: 'Vonk', is_set: false },
  { key: 'min_age', value: 21, default: 18, is_set: true },
  { key: 'vat_rates', value: { NL: 2100, DE: 1900, BE: 2100 }, default: { NL: 2100, DE: 1900, BE: 2100 }, is_set: false },
  {
    key: 'company',
    value: {
      name: 'Vonk B.V.',
      address: 'Oudegracht 1',
      kvk: '12345678',
      city: '3511 AB Utrecht',
      country: 'NL',
      tradenames: [],
      vat_numbers: {},
    },
    default: { name: 'Vonk', address: '', kvk: '', city: '', country: '', tradenames: [], vat_numbers: {} },
    is_set: true,
  },
  { key: 'support_phone', value: '', default: '', is_set: false },
];

/** Made-up answers of the calls of the desk, by the file of their address. */
const ANSWERS = {
  'session.php': { operator: OPERATOR },
  'passkeys.php': {
    passkeys: [
      { id: 'a', name: 'Work laptop', created_at: AT, last_used_at: AT, is_current: true },
      { id: 'b', name: 'Phone', created_at: AT, last_used_at: AT, is_current: false },
    ],
  },
  'sessions.php': {
    sessions: [
      {
        id: MEMBER_ID,
        device: 'Mozilla/5.0 (Macintosh) Firefox/146',
        passkey: 'Work laptop',
        started_at: AT,
        last_seen_at: AT,
        ends_at: LATER,
        is_current: true,
      },
    ],
  },
  'activity.php': { acts: [ACT, { ...ACT, id: 'BBBBBBBBBBBBBBBBBBBBBB', act: 'logged_in', about: null, amount: null, reason: null }] },
  'members.php': { members: [FOUND], is_capped: false },
  'member.php': MEMBER,
  'discounts.php': {
    discounts: [{ code: 'SPRING', kind: 'code', percent: 20, credits: null, starts_at: AT, ends_at: null, used: 12, max_uses: 100 }],
  },
  'settings.php': { settings: SETTINGS },
  'setting-changes.php': {
    changes: [{ id: MEMBER_ID, key: 'min_age', before: null, after: 21, actor: 'operator', by: 'olga@example.org', at: AT }],
  },
};

const pressButton =
  (name: string): PageAction =>
  (page) =>
    page.getByRole('button', { name }).first().click();

/** The operators' desk: signing in, and each of its pages with made-up answers. */
export const deskScenarios = (): Scenario[] => [
  { name: 'desk-sign-in', path: '/operator', isVisitor: true },
  ...[
    { name: 'desk-members', path: '/operator/members?q=Bram' },
    { name: 'desk-member', path: `/operator/members/${MEMBER_ID}` },
    { name: 'desk-give-credits', path: `/operator/members/${MEMBER_ID}`, act: pressButton('Give credits') },
    { name: 'desk-discounts', path: '/operator/discounts' },
    { name: 'desk-settings', path: '/operator/settings' },
    { name: 'desk-setting', path: '/operator/settings', act: pressButton('Change: min_age') },
    { name: 'desk-company', path: '/operator/company' },
    { name: 'desk-access', path: '/operator/access' },
    { name: 'desk-access-dutch', path: '/operator/access', locale: 'nl-NL' },
  ].map((subject) => ({ ...subject, isVisitor: true, answers: ANSWERS })),
];
