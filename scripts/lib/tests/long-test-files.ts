/**
 * The test files that take long, first those in Chromium, each group from the longest to the shortest. Most need much processor time; those
 * of the rooms and of the slow database wait for seconds.
 */
export const LONG_TEST_FILES: readonly string[] = [
  'tests/browser/offline/stored-answers-and-logout.test.ts',
  'tests/browser/offline/unconfirmed-answers.test.ts',
  'tests/browser/pwa/service-worker.test.ts',
  'tests/browser/signup/signup-steps.test.ts',
  'tests/browser/offline/hanging-storage.test.ts',
  'tests/browser/members/search.test.ts',
  'tests/browser/credits/payment.test.ts',
  'tests/browser/all-pages/english.test.ts',
  'tests/browser/session/session-end-and-guard.test.ts',
  'tests/browser/operator/desk-access.test.ts',
  'tests/browser/signup/signup-paths.test.ts',
  'tests/browser/safety/safety.test.ts',
  'tests/browser/members/visitor-search.test.ts',
  'tests/browser/chat/live-chat.test.ts',
  'tests/browser/offline/outages.test.ts',
  'tests/browser/app/early-input.test.ts',
  'tests/browser/app/routes.test.ts',
  // With TESTS=all it takes minutes.
  'tests/cli/backup/rehearsal.test.ts',
  'tests/scripts/deploy.test.ts',
  'tests/scripts/deploy-dry-run.test.ts',
  'tests/worker/inference/inference.test.ts',
  'tests/worker/account/export-large.test.ts',
  'tests/worker/authorization/object-access.test.ts',
  'tests/worker/authorization/authorization.test.ts',
  'tests/worker/authorization/page-access.test.ts',
  'tests/worker/authorization/room-events.test.ts',
  'tests/worker/authorization/room-frames.test.ts',
  'tests/worker/credits/orders/provider-returns-and-renewals.test.ts',
  'tests/worker/chat/send-pass.test.ts',
  'tests/worker/notifications/push/push-service-failures.test.ts',
  'tests/worker/delivery/mail-queue.test.ts',
  'tests/worker/credits/orders/provider-payments.test.ts',
  'tests/faults/database-failures.test.ts',
  'tests/cli/account/member.test.ts',
  'tests/worker/safety/block-races.test.ts',
  'tests/worker/safety/profile-visibility.test.ts',
  'tests/faults/interrupted-requests.test.ts',
  'tests/worker/members/search-slow-database.test.ts',
  'tests/party/presence-notes.test.ts',
  'tests/party/contract/closing-and-hibernation.test.ts',
  'tests/party/reconnect-after-restart.test.ts',
];

/** The same items with long test files first, in the order of the list; the others stay in the order that they have. */
export function longTestFilesFirst<T>(items: readonly T[], pathOf: (item: T) => string): T[] {
  const placeOf = (item: T) => {
    const place = LONG_TEST_FILES.indexOf(pathOf(item));
    return place < 0 ? LONG_TEST_FILES.length : place;
  };
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}
