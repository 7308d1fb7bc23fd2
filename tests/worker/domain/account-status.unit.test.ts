import { describe, expect, test } from 'vitest';
import {
  isPresent,
  type Life,
  type LifeStep,
  lifeAfter,
  STATUSES,
  type Status,
  statesBefore,
} from '../../../worker/domain/account-status.ts';

const STEPS: readonly LifeStep[] = ['confirm', 'delete', 'undelete', 'ban', 'unban'];
const was = (status: Status, statusBefore: Life['statusBefore'] = null): Life => ({ status, statusBefore });

/** Every status with every step; null where the step is not allowed. */
const TABLE: [from: Life, after: Readonly<Record<LifeStep, Life | null>>][] = [
  [
    was('not_confirmed'),
    {
      confirm: was('active'),
      delete: was('deleted', 'not_confirmed'),
      undelete: null,
      ban: was('banned', 'not_confirmed'),
      unban: null,
    },
  ],
  [was('active'), { confirm: was('active'), delete: was('deleted', 'active'), undelete: null, ban: was('banned', 'active'), unban: null }],
  [was('deleted', 'active'), { confirm: null, delete: null, undelete: was('active'), ban: null, unban: null }],
  [was('deleted', 'not_confirmed'), { confirm: null, delete: null, undelete: was('not_confirmed'), ban: null, unban: null }],
  [was('banned', 'active'), { confirm: null, delete: null, undelete: null, ban: was('banned', 'active'), unban: was('active') }],
  [
    was('banned', 'not_confirmed'),
    { confirm: null, delete: null, undelete: null, ban: was('banned', 'not_confirmed'), unban: was('not_confirmed') },
  ],
];

describe.each(TABLE)('an account that is %o', (from, after) => {
  test.each(STEPS)('by the step %s', (step) => {
    expect(lifeAfter(from, step)).toEqual(after[step]);
  });
});

test('an account without a stored former status is restored as unconfirmed', () => {
  expect(lifeAfter(was('deleted'), 'undelete')).toEqual(was('not_confirmed'));
  expect(lifeAfter(was('banned'), 'unban')).toEqual(was('not_confirmed'));
});

test.each(STEPS)('the statuses before %s are those from which it is allowed', (step) => {
  expect(statesBefore(step)).toEqual(STATUSES.filter((status) => lifeAfter(was(status), step) !== null));
});

test('only an account that is neither deleted nor banned exists for others', () => {
  expect(STATUSES.filter((status) => isPresent({ status }))).toEqual(['not_confirmed', 'active']);
});
