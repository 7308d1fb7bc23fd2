import type { LimitName } from '#contract/limits';
import type { AttemptCounter, CountedAttempt } from '#db/queries/shared/attempt-counters';

export interface LimitCounter extends AttemptCounter {
  readonly name: LimitName;
  readonly isSilent: boolean;
}

/** The limits of one call. A call counts once, however often it asks for the statement. */
export interface CallLimits {
  readonly counters: readonly LimitCounter[];
  isCounted: boolean;
  isEnforced: boolean;
  /** The use case enforces them by itself, after it has looked whether the call only repeats an earlier one. */
  isDeferred: boolean;
  /** The counts of a call whose limits are deferred. */
  counted: readonly CountedAttempt[];
}

/** For requests that are no call of an endpoint. */
export const noLimits = (): CallLimits => ({ counters: [], isCounted: true, isEnforced: true, isDeferred: false, counted: [] });
