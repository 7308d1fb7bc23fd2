import { DESK_SESSION_MS } from '#contract/operator/desk-session';
import { HANDLED, OPERATED_FIGURES, type OperatedFigures } from '#contract/operator/operated-figures';
import { VITAL_NAMES, VITALS } from '#contract/vitals';
import type { PageAction } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';
import { deskCaseScenarios } from './desk-cases.ts';

const AT = '2026-11-28T09:12:00.000Z';
const LATER = '2026-11-28T17:12:00.000Z';
const MEMBER_ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const OPERATOR = {
  id: MEMBER_ID,
  name: 'Olga',
  email: 'olga@example.org',
  role: 'admin',
  // Within the 24 days that a timer of the browser can wait.
  session_ends_at: new Date(Date.now() + DESK_SESSION_MS).toISOString(),
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

const FIGURE_DAYS = 28;
const DAYS = Array.from({ length: FIGURE_DAYS }, (_, day) => new Date(Date.UTC(2026, 9, 31 + day)).toISOString().slice(0, 10));
/** A curve of made-up values around a size, the same in every picture; the first two days were not counted. */
const curve = (size: number, phase: number) =>
  DAYS.map((_, day) => (day < 2 ? null : Math.max(0, Math.round(size * (1 + 0.3 * Math.sin(day + phase) + 0.01 * day)))));
const slicesOf = (counts: Readonly<Record<string, number>>) => Object.entries(counts).map(([slice, count]) => ({ slice, count }));
const FIGURE_SLICES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  signups: { NL: 412, DE: 230, BE: 118, FR: 42, '': 3 },
  reports: { scam: 34, fake: 21, harassment: 9, spam: 4, nudity: 2 },
  decisions: { dismiss: 22, 'ban:scam': 18, 'remove_photo:nudity': 9, 'warn:harassment': 6, 'limit:spam': 4 },
  appeals_decided: { upheld: 5, lifted: 2 },
};
const SIZES: Readonly<Record<string, number>> = { active_day: 1300, active_week: 4200, active_month: 9800, messages: 5200, signups: 30 };
const RANGES = [1, 4, 12, 24, 48, 72, 168, 336, 720, null].map((hours, i) => ({ hours, count: [4, 9, 14, 21, 8, 3, 1, 0, 0, 1][i] ?? 0 }));
const median = { hours: 24, is: 'within' } as const;
const FIGURES: OperatedFigures = {
  periods: DAYS.map((day) => ({ from: day, to: day })),
  counted_days: FIGURE_DAYS - 2,
  figures: OPERATED_FIGURES.map((figure, i) => ({
    figure,
    values: curve(SIZES[figure] ?? 3, i),
    slices: slicesOf(FIGURE_SLICES[figure] ?? {}),
  })),
  handling: HANDLED.map((of, i) => ({
    of,
    count: 61,
    median: i === 2 ? null : median,
    medians: DAYS.map((_, day) => (day < 2 ? null : { hours: [12, 24, 48][day % 3] ?? 24, is: 'within' })),
    ranges: RANGES,
  })),
  money: [
    { currency: 'EUR', orders: curve(14, 1), revenue: curve(21_000, 1) },
    { currency: 'GBP', orders: curve(3, 2), revenue: curve(4_100, 2) },
  ],
  vitals: VITAL_NAMES.map((vital, i) => {
    const bounds: readonly number[] = VITALS[vital].bounds;
    return { vital, count: 4200 - i * 300, p75: bounds[6] ?? null, values: DAYS.map((_, day) => bounds[5 + (day % 3)] ?? null) };
  }),
};
const NO_FIGURES: OperatedFigures = {
  ...FIGURES,
  counted_days: 0,
  figures: FIGURES.figures.map(({ figure, values }) => ({ figure, values: values.map(() => null), slices: [] })),
  money: [],
};

/** Who is signed in, and how many cases wait: asked for on every page. */
const SIGNED_IN = { 'session.php': { operator: OPERATOR }, 'waiting-cases.php': { count: 6 } };

/** Made-up answers of the calls of the desk, by the file of their address. */
const ANSWERS = {
  ...SIGNED_IN,
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
  'figures.php': FIGURES,
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

const scrollToSection =
  (name: string): PageAction =>
  (page) =>
    page.getByRole('heading', { level: 2, name, exact: true }).evaluate((heading) => heading.scrollIntoView());

/** Opens the table behind a chart and brings it into view. */
const openTable =
  (name: string): PageAction =>
  async (page) => {
    const chart = page.getByRole('figure', { name });
    await chart.getByText('As a table').click();
    await chart.evaluate((figure) => figure.scrollIntoView());
  };

/** Opens the dialog of the account, which a screen with a rail does not have. */
const openAccount: PageAction = async (page) => {
  const button = page.getByRole('button', { name: 'Account of Olga' });
  if (await button.isVisible()) await button.click();
};

/** The operators' desk: signing in, and each of its pages with made-up answers. */
export const deskScenarios = (): Scenario[] => [
  { name: 'desk-sign-in', path: '/operator', isVisitor: true },
  ...[
    { name: 'desk-members', path: '/operator/members?q=Bram' },
    { name: 'desk-member', path: `/operator/members/${MEMBER_ID}` },
    { name: 'desk-give-credits', path: `/operator/members/${MEMBER_ID}`, act: pressButton('Give credits') },
    { name: 'desk-figures', path: '/operator/figures' },
    { name: 'desk-figures-table', path: '/operator/figures', act: openTable('Cases and closed accounts') },
    { name: 'desk-figures-times', path: '/operator/figures', act: scrollToSection('Time to a decision') },
    { name: 'desk-figures-speed', path: '/operator/figures', act: scrollToSection('Speed of real visits') },
    { name: 'desk-figures-dutch', path: '/operator/figures', locale: 'nl-NL' },
    {
      name: 'desk-figures-lower-dutch',
      path: '/operator/figures',
      locale: 'nl-NL',
      act: scrollToSection('Tijd tot een beslissing'),
    },
    { name: 'desk-account', path: '/operator/access', act: openAccount },
    { name: 'desk-figures-none', path: '/operator/figures', answers: { ...ANSWERS, 'figures.php': NO_FIGURES } },
    { name: 'desk-discounts', path: '/operator/discounts' },
    { name: 'desk-settings', path: '/operator/settings' },
    { name: 'desk-setting', path: '/operator/settings', act: pressButton('Change: min_age') },
    { name: 'desk-company', path: '/operator/company' },
    { name: 'desk-access', path: '/operator/access' },
    { name: 'desk-access-dutch', path: '/operator/access', locale: 'nl-NL' },
  ].map((subject) => ({ answers: ANSWERS, ...subject, isVisitor: true })),
  ...deskCaseScenarios(SIGNED_IN),
];
