import type { DeclaredLimit, Endpoint } from '#contract/endpoint';
import { LIMITS, type Limit, type LimitName } from '#contract/limits';
import type { Database } from '#db/client';
import { type AttemptCounter, type CountedAttempt, countAttempts } from '#db/queries/shared/attempt-counters';
import { sha256 } from '../lib/crypto.ts';
import { isoTime } from '../lib/iso-time.ts';
import type { CallLimits, LimitCounter } from './call-limits.ts';
import type { Context } from './context.ts';
import { refuse } from './errors.ts';

/** The key of a counter. It names the limit and the subject; an e-mail address has to be given as a hash. */
export const counterKey = (name: LimitName, ...subject: readonly string[]): string => [name, ...subject].join(':');

type Caller = Pick<Context, 'settings' | 'visitor' | 'session' | 'knownDevice'>;
type Input = Readonly<Record<string, unknown>>;

const textAt = (input: Input, name: string): string => (typeof input[name] === 'string' ? input[name] : '');

/** The subject of a counter, as the parts of its key; null if the call has none, as a visitor has no account. */
async function subjectOf({ subject, sparesKnownDevices }: Limit, caller: Caller, input: Input): Promise<readonly string[] | null> {
  const { visitor, session } = caller;
  const memberId = session.credential?.memberId;
  const email = textAt(input, 'email');
  const device = sparesKnownDevices ? await caller.knownDevice.idFor(email) : null;
  if (device) return [await sha256(email), 'device', device];
  switch (subject) {
    case 'network':
      return [visitor.network];
    case 'address':
      return [await sha256(email)];
    case 'address_and_network':
      return [await sha256(email), visitor.network];
    case 'account':
      return memberId ? [memberId] : null;
    case 'conversation':
      return memberId ? [memberId, textAt((input.conversation ?? {}) as Input, 'id')] : null;
    case 'payment':
      return null;
  }
}

const isDeclaredFor = (declared: DeclaredLimit, input: Input): boolean =>
  typeof declared === 'string' || input[declared.onlyWith] !== undefined;
const nameOf = (declared: DeclaredLimit): LimitName => (typeof declared === 'string' ? declared : declared.limit);

/** The limits that a call with this input is counted by. */
export async function limitsOfCall({ limits }: Pick<Endpoint, 'limits'>, caller: Caller, input: unknown): Promise<CallLimits> {
  const fields: Input = typeof input === 'object' && input !== null ? (input as Input) : {};
  const names = typeof limits === 'string' ? [] : limits.filter((declared) => isDeclaredFor(declared, fields)).map(nameOf);
  const counters = await Promise.all(
    names.map(async (name): Promise<LimitCounter[]> => {
      const limit: Limit = LIMITS[name];
      const subject = limit.counts === 'attempts' ? await subjectOf(limit, caller, fields) : null;
      if (!subject) return [];
      const isOfAccount = limit.subject === 'account' || limit.subject === 'conversation';
      const { withinMs, isSilent = false } = limit;
      return [{ name, key: counterKey(name, ...subject), withinMs, most: caller.settings[name], isOfAccount, isSilent }];
    }),
  );
  const all = counters.flat();
  const isUnlimited = all.length === 0;
  return { counters: all, isCounted: isUnlimited, isEnforced: isUnlimited, isDeferred: false, counted: [] };
}

/**
 * The statement that counts the call by its limits, for the first batch of a use case; null if there is nothing to count or the call has been
 * counted. Counters of the account count only with a valid session. `enforceLimits` takes its rows.
 */
export function countLimits({ limits, session, now }: Context, db: Database) {
  if (limits.isCounted) return null;
  limits.isCounted = true;
  return countAttempts(db, limits.counters, session.credential, now);
}

/**
 * Refuses with `too_many` if the call is above one of its limits, with the limit and the end of its window, the latest if it is above several
 * (docs/product.md, "Counting of limits"). Returns the names of the silent limits that it is above.
 */
export function enforceLimits({ limits }: Context, counted: readonly CountedAttempt[]): ReadonlySet<LimitName> {
  limits.isEnforced = true;
  const exceeded = counted.flatMap(({ key, count, endsAt }) => {
    const counter = limits.counters.find((one) => one.key === key);
    return counter && count > counter.most ? [{ ...counter, endsAt }] : [];
  });
  const [latest] = exceeded.filter(({ isSilent }) => !isSilent).toSorted((a, b) => b.endsAt - a.endsAt);
  if (latest) refuse('too_many', { limit: latest.most, ends_at: isoTime(latest.endsAt) });
  return new Set(exceeded.map(({ name }) => name));
}

/** Leaves it to the use case to enforce the limits that `requireSession` counts, with `enforceDeferredLimits` or `waiveLimits`. */
export function deferLimits({ limits }: Context): void {
  limits.isDeferred = true;
}

/** Enforces the limits of a call that has deferred them, as `enforceLimits` does. */
export const enforceDeferredLimits = (ctx: Context): ReadonlySet<LimitName> => enforceLimits(ctx, ctx.limits.counted);

/** Answers a call without enforcing its limits: one that repeats an earlier call and changes nothing, or that a signed token allows. */
export function waiveLimits({ limits }: Context): void {
  limits.isEnforced = true;
}

/** The counters of this call for one limit. */
export const countersOf = ({ limits }: Context, name: LimitName): readonly AttemptCounter[] =>
  limits.counters.filter((counter) => counter.name === name);
