import { LAW_CODES } from '#contract/cases';
import { REPORT_REASONS } from '#contract/safety';
import { NOTICE_BY_COMPLAINT, type PublishedCount, type Transparency } from '#contract/transparency';
import type { PageAction } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';

const exact = (count: number): PublishedCount => ({ count, is: 'exact' });
const FEW: PublishedCount = { count: 5, is: 'fewer_than' };
const within = (hours: number) => ({ hours, is: 'within' }) as const;

/** A made-up report, with hidden numbers and with times in hours and days. */
const REPORT: Transparency = {
  ...{ from: '2026-01-01', to: '2026-06-30', counted_days: 170, next_at: '2027-01-01' },
  report: {
    active: { eu: { count: 12_300, is: 'about' }, elsewhere: { count: 100, is: 'fewer_than' } },
    notices: { count: 27, is: 'at_least' },
    notices_by_kind: {
      total: { count: 27, is: 'at_least' },
      kinds: [NOTICE_BY_COMPLAINT, ...LAW_CODES].map((kind, i) => ({ kind, count: [exact(6), FEW, exact(0), exact(21)][i % 4] ?? FEW })),
      median: within(24),
    },
    notices_decided: {
      total: { count: 30, is: 'at_least' },
      kinds: [
        { kind: 'none', count: exact(18) },
        { kind: 'rule', count: exact(12) },
        { kind: 'law', count: FEW },
      ],
      median: null,
    },
    reports: {
      total: { count: 1_204, is: 'at_least' },
      kinds: REPORT_REASONS.map((kind, i) => ({ kind, count: i === 2 ? FEW : exact(200 + i * 17) })),
      median: within(12),
    },
    complaints: {
      total: exact(84),
      kinds: ['decision', 'report', 'payment', 'privacy', 'other'].map((kind, i) => ({ kind, count: exact(8 + i * 4) })),
      median: within(168),
    },
    bans: { count: 212, is: 'at_least' },
    decisions: {
      total: { count: 1_034, is: 'at_least' },
      kinds: [
        { action: 'dismiss', code: null, count: exact(640) },
        { action: 'remove_photo', code: 'nudity', count: exact(98) },
        { action: 'remove_photo', code: 'intellectual_property', count: FEW },
        { action: 'warn', code: 'harassment', count: exact(84) },
        { action: 'ban', code: 'scam', count: exact(212) },
      ],
      median: within(12),
    },
    appeals: {
      total: { count: 19, is: 'at_least' },
      kinds: [
        { kind: 'upheld', count: exact(19) },
        { kind: 'changed', count: exact(0) },
        { kind: 'lifted', count: FEW },
      ],
      median: within(72),
    },
    automated: {
      decisions: { total: exact(0), kinds: [] },
      photos: [
        { kind: 'held', count: exact(310) },
        { kind: 'blurred', count: exact(52) },
        { kind: 'refused', count: exact(17) },
      ],
    },
  },
};

const toDecisions: PageAction = (page) =>
  page.getByRole('heading', { name: 'What we decided' }).evaluate((heading) => heading.scrollIntoView());

/** The transparency report with numbers, whose own page has none on a site of today, and its part about decisions. */
export const transparencyScenarios = (): Scenario[] =>
  [
    { name: 'transparency-report', path: '/pages/transparency' },
    { name: 'transparency-decisions', path: '/pages/transparency', act: toDecisions },
    { name: 'transparency-report-polish', path: '/pages/transparency', locale: 'pl-PL' },
  ].map((subject) => ({ ...subject, isVisitor: true, answers: { 'transparency.php': REPORT } }));
