import * as v from 'valibot';
import { DISCOUNT_REASONS, DiscountCode } from '#contract/discounts';
import { GRANT_REASON_MAX as REASON_MAX } from '#contract/operator/operated-members';
import type { Database } from '#db/client';
import { type DiscountInsert, discountEndOf, discountsWithin, insertDiscount, operatorDiscounts } from '#db/queries/discounts/discounts';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { planEndDiscount } from '../../worker/domain/operating/end-discount.ts';
import { isoTime, isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { COMMAND_LINE, orCommandError } from '../lib/operating.ts';
import { formatUtcMinute } from '../lib/terminal-text.ts';
import { typedName, typedNumber, typedText, typedTime } from '../lib/typed-values.ts';
import { changingVerb, plannedBatch, readingVerb, UsageError } from '../lib/verb.ts';

/** The most discounts that are listed. */
const LIST_LIMIT = 200;
const KINDS = DISCOUNT_REASONS.filter((kind) => kind !== 'stay');
const OPTIONS = {
  percent: { value: 'N', about: '1 to 99 percent off packs and plans; this or --credits' },
  credits: { value: 'N', about: '1 to 100000 more credits with a pack' },
  kind: { value: KINDS.join('|'), about: 'who gets it; default code' },
  hours: { value: 'N', about: 'of a welcome: the hours after a sign-up, 1 to 8760' },
  start: { value: 'TIME', about: 'from when; 2026-12-24 or 2026-12-24T18:00, UTC; default now' },
  end: { value: 'TIME', about: 'until when; default no end' },
  uses: { value: 'N', about: 'how often in all; default no limit' },
  each: { value: 'N', about: 'how often by one account; default 1' },
} as const;
type Options = { readonly [K in keyof typeof OPTIONS]: string | undefined };

/** Throws a usage error for a text that cannot be a code. */
function codeIn(typed: string): string {
  const code = v.safeParse(DiscountCode, typed);
  if (!code.success) throw new UsageError('CODE has 1 to 40 characters.');
  return code.output;
}

/** The whole number of an option, or null if the option is not given; throws a usage error if it is out of range. */
function numberIn(options: Options, name: keyof Options, least: number, most: number): number | null {
  const typed = options[name];
  return typed === undefined ? null : typedNumber(typed, `--${name}`, least, most);
}

/** The time of an option, or null if the option is not given. */
const timeIn = (options: Options, name: 'start' | 'end'): number | null => {
  const typed = options[name];
  return typed === undefined ? null : typedTime(typed, name);
};

/** The discount that the options describe; throws a usage error if they contradict each other. */
function discountIn(code: string, options: Options, now: number): DiscountInsert {
  if (!/^[A-Z0-9][A-Z0-9_-]*$/.test(code)) throw new UsageError(`A code has letters, digits, - and _, not ${code}.`);
  if (code.startsWith('STAY-')) throw new UsageError('Codes that begin with STAY- are made for members who were leaving.');
  const kind = typedName(options.kind, 'kind', KINDS) ?? 'code';
  const [percent, extraCredits] = [numberIn(options, 'percent', 1, 99), numberIn(options, 'credits', 1, 100_000)];
  if ((percent === null) === (extraCredits === null)) throw new UsageError('Say what it gives: either --percent N or --credits N.');
  const [startsAt, endsAt, hours] = [timeIn(options, 'start') ?? now, timeIn(options, 'end'), numberIn(options, 'hours', 1, 8760)];
  if (endsAt !== null && endsAt <= Math.max(now, startsAt)) throw new UsageError('--end lies in the future, and after --start.');
  if (kind === 'welcome' && hours === null) throw new UsageError('A welcome says for how long after a sign-up: --hours N.');
  if (kind !== 'welcome' && hours !== null) throw new UsageError('--hours is for a welcome alone; others end with --end TIME.');
  if (kind === 'time_bonus' && endsAt === null) throw new UsageError('A time bonus says until when: --end TIME.');
  const [maxUses, maxUsesPerAccount] = [numberIn(options, 'uses', 1, 100_000_000), numberIn(options, 'each', 1, 1000) ?? 1];
  return { code, kind, percent, extraCredits, startsAt, endsAt, hours, maxUses, maxUsesPerAccount, createdAt: now };
}

/** Throws a command error if another discount of this kind is valid in the same time; only those with a typed code may overlap. */
async function assertNoOverlap(db: Database, { kind, startsAt, endsAt }: DiscountInsert): Promise<void> {
  if (kind === 'code') return;
  const [other] = await discountsWithin(db, kind, startsAt, endsAt ?? null);
  if (other)
    throw new CommandError(`At that time there is a ${kind.replace('_', ' ')} already: ${other.code}. End it, or choose other times.`);
}

type ListedDiscount = Awaited<ReturnType<typeof operatorDiscounts>>[number];

/** One line of the list. */
function lineOf({ code, kind, percent, extraCredits, startsAt, endsAt, hours, maxUses, maxUsesPerAccount, used }: ListedDiscount): string {
  const benefit = percent === null ? `+${extraCredits} credits` : `${percent}%`;
  const until = endsAt === null ? 'without an end' : `to ${formatUtcMinute(endsAt)}`;
  const duration = hours === null ? '' : `, ${hours} h from each sign-up`;
  const limit = maxUses === null ? '' : ` of ${maxUses}`;
  return `${code}  ${kind}  ${benefit}  from ${formatUtcMinute(startsAt)} ${until}${duration}  used ${used}${limit}, ${maxUsesPerAccount} an account`;
}

const jsonOf = ({ code, kind, percent, extraCredits, startsAt, endsAt, hours, maxUses, maxUsesPerAccount, used }: ListedDiscount) => ({
  code,
  kind,
  percent,
  credits: extraCredits,
  starts_at: isoTime(startsAt),
  ends_at: isoTimeOrNull(endsAt),
  hours,
  max_uses: maxUses,
  max_uses_each: maxUsesPerAccount,
  used,
});

const CODE = { about: 'letters, digits, - and _, at most 40' } as const;

const create = changingVerb({
  about: 'Creates a discount.',
  args: { CODE },
  options: OPTIONS,
  run: async (db, { args, options }) => {
    const discount = discountIn(codeIn(args.CODE), options, Date.now());
    const { code } = discount;
    await assertNoOverlap(db, discount);
    const [existing] = await discountEndOf(db, code);
    if (existing) throw new CommandError(`There is a code ${code} already.`);
    return plannedBatch(db, {
      would: `The discount ${code} would be created.`,
      statements: { made: insertDiscount(db, discount) },
      done: ({ made: [made] }) => {
        if (!made) throw new CommandError(`There is a code ${code} already.`);
        return { text: lineOf({ ...made, used: 0 }), json: jsonOf({ ...made, used: 0 }) };
      },
    });
  },
});

const list = readingVerb({
  about: `Lists up to ${LIST_LIMIT} discounts with their uses.`,
  args: {},
  options: { ended: { about: 'those that have ended' } },
  run: async (db, { options: { ended } }) => {
    const rows = await operatorDiscounts(db, { hasEnded: ended, now: Date.now() }, LIST_LIMIT);
    const none = ended ? 'No discount has ended.' : 'There is no discount.';
    return { text: rows.length > 0 ? rows.map(lineOf).join('\n') : none, json: rows.map(jsonOf) };
  },
});

const end = changingVerb({
  about: 'Ends a discount. Orders that were made with it keep it.',
  args: { CODE },
  options: { reason: { value: 'TEXT', about: 'why; it is kept' } },
  run: async (db, { args, options }) => {
    const [code, now] = [codeIn(args.CODE), Date.now()];
    const reason = options.reason === undefined ? {} : { reason: typedText(options.reason, '--reason', REASON_MAX) };
    const words = { not_found: `There is no code ${code}.`, ended: `${code} had ended before.` };
    const plan = await orCommandError(words, () => planEndDiscount(db, now, COMMAND_LINE, { code, ...reason }));
    return {
      would: `${code} would end now.`,
      apply: async () => {
        await orCommandError(words, plan.apply);
        return { text: `${code} has ended; orders that were made with it keep it.`, json: { code, ends_at: isoTime(now) } };
      },
    };
  },
});

/** The verbs of `npm run site -- discount`. */
export const DISCOUNT_VERBS = { create, list, end };
