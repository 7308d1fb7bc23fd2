import { describe, expect, test } from 'vitest';
import {
  type AccountStatus,
  type AccountStatusStep,
  accountExists,
  accountStatusAfter,
  STATUSES,
  type Status,
  statusesBefore,
} from '../../../worker/domain/account-status.ts';

const STEPS: readonly AccountStatusStep[] = ['confirm', 'delete', 'undelete', 'ban', 'unban'];
const accountStatus = (status: Status, statusBefore: AccountStatus['statusBefore'] = null): AccountStatus => ({ status, statusBefore });

/** Every status with every step; null where the step is not allowed. */
const TABLE: [from: AccountStatus, after: Readonly<Record<AccountStatusStep, AccountStatus | null>>][] = [
  [
    accountStatus('not_confirmed'),
    {
      confirm: accountStatus('active'),
      delete: accountStatus('deleted', 'not_confirmed'),
      undelete: null,
      ban: accountStatus('banned', 'not_confirmed'),
      unban: null,
    },
  ],
  [
    accountStatus('active'),
    {
      confirm: accountStatus('active'),
      delete: accountStatus('deleted', 'active'),
      undelete: null,
      ban: accountStatus('banned', 'active'),
      unban: null,
    },
  ],
  [accountStatus('deleted', 'active'), { confirm: null, delete: null, undelete: accountStatus('active'), ban: null, unban: null }],
  [
    accountStatus('deleted', 'not_confirmed'),
    { confirm: null, delete: null, undelete: accountStatus('not_confirmed'), ban: null, unban: null },
  ],
  [
    accountStatus('banned', 'active'),
    { confirm: null, delete: null, undelete: null, ban: accountStatus('banned', 'active'), unban: accountStatus('active') },
  ],
  [
    accountStatus('banned', 'not_confirmed'),
    { confirm: null, delete: null, undelete: null, ban: accountStatus('banned', 'not_confirmed'), unban: accountStatus('not_confirmed') },
  ],
];

describe.each(TABLE)('an account that is %o', (from, after) => {
  test.each(STEPS)('by the step %s', (step) => {
    expect(accountStatusAfter(from, step)).toEqual(after[step]);
  });
});

test('an account without a stored former status is restored as unconfirmed', () => {
  expect(accountStatusAfter(accountStatus('deleted'), 'undelete')).toEqual(accountStatus('not_confirmed'));
  expect(accountStatusAfter(accountStatus('banned'), 'unban')).toEqual(accountStatus('not_confirmed'));
});

test.each(STEPS)('the statuses before %s are those from which it is allowed', (step) => {
  expect(statusesBefore(step)).toEqual(STATUSES.filter((status) => accountStatusAfter(accountStatus(status), step) !== null));
});

test('only an account that is neither deleted nor banned exists for others', () => {
  expect(STATUSES.filter((status) => accountExists({ status }))).toEqual(['not_confirmed', 'active']);
});
