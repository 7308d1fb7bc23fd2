import { DAY } from '#contract/durations';

export const STATUSES = ['not_confirmed', 'active', 'deleted', 'banned'] as const;
export type Status = (typeof STATUSES)[number];
export type AccountStatusStep = 'confirm' | 'delete' | 'undelete' | 'ban' | 'unban';

/** The status of an account. `statusBefore` is the one that a deleted or banned account returns to; null for others. */
export interface AccountStatus {
  readonly status: Status;
  readonly statusBefore: 'not_confirmed' | 'active' | null;
}

/** What a step leads to: no step makes an account unconfirmed that was not so before. */
type Next = Exclude<Status, 'not_confirmed'> | 'as before';

/** The state machine of accounts: for each step, the new status by the present one (docs/product.md, "Account status"). */
const TRANSITIONS: Readonly<Record<AccountStatusStep, Partial<Record<Status, Next>>>> = {
  confirm: { not_confirmed: 'active', active: 'active' },
  delete: { not_confirmed: 'deleted', active: 'deleted' },
  undelete: { deleted: 'as before' },
  ban: { not_confirmed: 'banned', active: 'banned', banned: 'banned' },
  unban: { banned: 'as before' },
};

/** How long a deleted account can be restored before it is erased. */
export const UNDELETE_MS = 28 * DAY;

/** Whether an account exists for others: it is neither deleted nor banned. */
export const accountExists = ({ status }: { status: string }): boolean => status === 'active' || status === 'not_confirmed';

/** Whether the e-mail address of an account was never confirmed, also before it was deleted or banned. */
export const isEmailUnconfirmed = ({ status, statusBefore }: AccountStatus): boolean =>
  status === 'not_confirmed' || statusBefore === 'not_confirmed';

/** The status of an account after a step, as the columns to write. Returns null if the step is not possible. */
export function accountStatusAfter({ status, statusBefore }: AccountStatus, step: AccountStatusStep): AccountStatus | null {
  const next = TRANSITIONS[step][status];
  if (next === undefined) return null;
  if (next === 'as before') return { status: statusBefore ?? 'not_confirmed', statusBefore: null };
  if (next === 'active') return { status: next, statusBefore: null };
  return { status: next, statusBefore: status === 'not_confirmed' || status === 'active' ? status : statusBefore };
}

/** The statuses in which a step is possible, for the `where` of a statement that takes it without reading the account first. */
export const statusesBefore = (step: AccountStatusStep): Status[] => STATUSES.filter((status) => status in TRANSITIONS[step]);
