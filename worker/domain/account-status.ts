import { DAY } from './rate-limit.ts';

export const STATUSES = ['not_confirmed', 'active', 'deleted', 'banned'] as const;
export type Status = (typeof STATUSES)[number];
export type LifeStep = 'confirm' | 'delete' | 'undelete' | 'ban' | 'unban';

/** Where an account is in its life; `statusBefore` is what a deleted or banned one comes back as. */
export interface Life {
  readonly status: Status;
  readonly statusBefore: 'not_confirmed' | 'active' | null;
}

/** Every step of an account, by the status it starts from (docs/product.md, "Account status"). No other step can be taken. */
const STEPS: Readonly<Record<LifeStep, Partial<Record<Status, Status | 'as before'>>>> = {
  confirm: { not_confirmed: 'active', active: 'active' },
  delete: { not_confirmed: 'deleted', active: 'deleted' },
  undelete: { deleted: 'as before' },
  ban: { not_confirmed: 'banned', active: 'banned', banned: 'banned' },
  unban: { banned: 'as before' },
};

/** How long a deleted account can be brought back before it is erased. */
export const UNDELETE_MS = 28 * DAY;

/** Whether a member can still be met: neither deleted nor banned. */
export const isPresent = (life: { status: string }): boolean => life.status === 'active' || life.status === 'not_confirmed';

/** Whether nobody has ever shown that an account's address is theirs. */
export const isUnproven = ({ status, statusBefore }: Life): boolean => status === 'not_confirmed' || statusBefore === 'not_confirmed';

/** What an account is after a step, as the columns to write; null when it cannot take that step. */
export function lifeAfter({ status, statusBefore }: Life, step: LifeStep): Life | null {
  const next = STEPS[step][status];
  if (next === undefined) return null;
  if (next === 'as before') return { status: statusBefore ?? 'not_confirmed', statusBefore: null };
  if (next === 'not_confirmed' || next === 'active') return { status: next, statusBefore: null };
  return { status: next, statusBefore: status === 'not_confirmed' || status === 'active' ? status : statusBefore };
}

/** The states from which a step can be taken, for a statement that takes it without having read the account. */
export const statesBefore = (step: LifeStep): Status[] => STATUSES.filter((status) => status in STEPS[step]);
