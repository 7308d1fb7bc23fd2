/** Guards of one kind, with the tests that have to notice when one of them is missing. */
export interface GuardedArea {
  readonly name: string;
  /** Patterns of source files. */
  readonly sources: readonly string[];
  /** Beginnings of the paths of test files. */
  readonly tests: readonly string[];
  /** Exact bounds are promised: comparisons that are off by one are mutants as well. */
  readonly hasBounds?: true;
  /** The tests run against rooms made of the changed sources. */
  readonly changesRooms?: true;
}

const queriesOf = (feature: string, ...otherTests: readonly string[]): GuardedArea => ({
  name: `queries of ${feature}`,
  sources: [`db/queries/${feature}/*.ts`],
  tests: [...otherTests, `tests/worker/${feature}/`, `tests/db/${feature}/`],
});

/** What a mutant is made of, and which tests guard it. A file belongs to the first area that names it. */
export const GUARDED_AREAS: readonly GuardedArea[] = [
  {
    name: 'limits',
    sources: [
      'worker/domain/limits.ts',
      'db/queries/shared/attempt-counters.ts',
      'contract/limits.ts',
      'worker/http/network-rate-limit.ts',
    ],
    tests: [
      'tests/worker/config/settings.unit',
      'tests/worker/limits/',
      'tests/worker/session/login',
      'tests/worker/http/flood-guard',
      'tests/worker/chat/first-message-limits',
      'tests/worker/chat/send-message',
      'tests/worker/session/password-reset',
      'tests/worker/discounts/',
    ],
    hasBounds: true,
  },
  {
    name: 'sessions',
    sources: ['worker/domain/{require-session,credentials}.ts', 'db/queries/shared/sessions.ts'],
    tests: [
      'tests/worker/session/page-hidden-and-presence',
      'tests/db/shared/sessions',
      'tests/worker/session/session-lifetime',
      'tests/worker/session/',
      'tests/worker/authorization/',
      'tests/worker/http/database-round-trips',
      'tests/worker/limits/',
    ],
  },
  {
    name: 'access',
    sources: [
      'worker/domain/account-status.ts',
      'worker/features/safety/{relationship,block-member,hide-member,report-member}.ts',
      'worker/features/likes/{read-both-members,like-member,mark-like-seen}.ts',
      'worker/features/chat/{can-send,open-conversation,delete-chat,send-message}.ts',
      'worker/http/origin-check.ts',
    ],
    tests: [
      'tests/worker/domain/account-status',
      'tests/worker/http/request-validation',
      'tests/worker/profile/quotes',
      'tests/worker/likes/date-of-birth-first',
      'tests/worker/safety/blocked-and-hidden-lists',
      'tests/worker/chat/',
      'tests/worker/likes/',
      'tests/worker/safety/',
      'tests/worker/session/',
      'tests/worker/authorization/',
      'tests/worker/account/activation',
    ],
  },
  {
    name: 'price',
    sources: ['worker/features/chat/{message-price,price-and-permission}.ts', 'worker/domain/discounts.ts'],
    tests: ['tests/worker/chat/', 'tests/worker/domain/discounts', 'tests/worker/discounts/', 'tests/worker/credits/checkout/'],
    hasBounds: true,
  },
  {
    name: 'credit lots',
    sources: ['db/queries/shared/credit-balance.ts', 'db/queries/credits/{settlement,ledger,message-refunds,withdrawals}.ts'],
    tests: ['tests/db/credits/', 'tests/worker/credits/', 'tests/worker/chat/refund', 'tests/worker/chat/send', 'tests/worker/discounts/'],
  },
  {
    name: 'settlement',
    sources: ['worker/features/credits/orders/settle*.ts', 'worker/features/credits/transactions/withdrawal-rules.ts'],
    tests: ['tests/worker/credits/', 'tests/db/credits/', 'tests/faults/credits/'],
  },
  {
    name: 'rooms and passes',
    sources: ['room/*.ts', 'worker/features/chat/send-pass.ts', 'worker/lib/{tokens,encrypted-token}.ts', 'contract/signed-token.ts'],
    tests: ['tests/room/', 'tests/worker/lib/tokens', 'tests/worker/chat/send-pass', 'tests/party/', 'tests/worker/delivery/room-events'],
    changesRooms: true,
  },
  {
    name: 'cases',
    sources: ['worker/domain/moderation/*.ts'],
    tests: ['tests/worker/cases/', 'tests/worker/operator/', 'tests/worker/photos/removed-photos', 'tests/cli/cases/', 'tests/cli/photos/'],
  },
  queriesOf('account', 'tests/worker/session/', 'tests/worker/signup/', 'tests/worker/notifications/account', 'tests/cli/account/'),
  queriesOf('backup', 'tests/cli/backup/'),
  queriesOf('cases', 'tests/worker/account/erasure', 'tests/cli/cases/', 'tests/cli/photos/', 'tests/worker/photos/removed-photos'),
  queriesOf('chat', 'tests/worker/safety/', 'tests/worker/notifications/mail-absent'),
  queriesOf('cancellations', 'tests/worker/cancellations/', 'tests/worker/account/erasure', 'tests/cli/cancellations/'),
  queriesOf('complaints', 'tests/worker/account/export', 'tests/worker/account/erasure', 'tests/cli/complaints/'),
  queriesOf('credits', 'tests/worker/account/export', 'tests/worker/partners/', 'tests/cli/credits/'),
  queriesOf('discounts', 'tests/worker/credits/', 'tests/worker/notifications/offer', 'tests/cli/credits/'),
  queriesOf('likes', 'tests/worker/safety/', 'tests/worker/account/activation'),
  queriesOf('members', 'tests/db/members/search-access-paths'),
  queriesOf('notifications', 'tests/worker/account/', 'tests/worker/safety/', 'tests/worker/likes/', 'tests/worker/credits/premium/'),
  queriesOf('operator', 'tests/cli/operator/', 'tests/cli/account/'),
  queriesOf(
    'photos',
    'tests/worker/cases/',
    'tests/worker/account/erasure',
    'tests/worker/account/delete',
    'tests/worker/signup/sign-up.test',
  ),
  queriesOf('profile', 'tests/worker/members/', 'tests/worker/likes/', 'tests/worker/safety/'),
  queriesOf('safety', 'tests/cli/safety/', 'tests/worker/chat/', 'tests/worker/likes/'),
  queriesOf('session', 'tests/worker/notifications/account-notifications', 'tests/worker/account/', 'tests/worker/signup/'),
  queriesOf('vitals', 'tests/cli/vitals/'),
  {
    name: 'queries of several features',
    sources: ['db/queries/shared/*.ts'],
    tests: [
      'tests/db/shared/',
      'tests/worker/delivery/',
      'tests/worker/mail/unproven-addresses',
      'tests/faults/event-outbox',
      'tests/worker/safety/block-effects',
      'tests/worker/account/email-change',
      'tests/worker/account/activation',
      'tests/worker/session/password-reset',
    ],
  },
];

/** Whether vitest's project `pure` runs a test file, without anything built. */
export const isPureTest = (file: string): boolean => /^tests\/(architecture|contract|room|scripts|web)\/|\.unit\.test\.tsx?$/.test(file);
