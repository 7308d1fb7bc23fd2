import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { DISCOUNT_REASONS, DiscountCode } from '#contract/discounts';
import type { Database } from '#db/client';
import {
  type DiscountInsert,
  discountEndOf,
  discountsWithin,
  endDiscount,
  insertDiscount,
  operatorDiscounts,
} from '#db/queries/discounts/discounts';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { formatUtcMinute } from '../lib/terminal-text.ts';

export const DISCOUNT_USAGE = `npm run site -- discount create CODE --percent N | --credits N [--kind code|welcome|time_bonus]
    [--hours N] [--start TIME] [--end TIME] [--uses N] [--each N]     (TIME: 2026-12-24 or 2026-12-24T18:00, UTC)
npm run site -- discount list [--ended]
npm run site -- discount end CODE`;

/** The most discounts that are listed. */
const LIST_LIMIT = 200;
const OPTIONS = {
  percent: { type: 'string' },
  credits: { type: 'string' },
  kind: { type: 'string' },
  hours: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  uses: { type: 'string' },
  each: { type: 'string' },
} as const;
type Options = { readonly [K in keyof typeof OPTIONS]?: string | undefined };

/** Throws a command error for unknown options and words that are no option. */
function optionsIn(args: readonly string[]): Options {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${DISCOUNT_USAGE}`);
  }
}

function codeIn(typed: string | undefined): string {
  const code = v.safeParse(DiscountCode, typed);
  if (!code.success) throw new CommandError(DISCOUNT_USAGE);
  return code.output;
}

/** The whole number of an option, or null if the option is not given; throws a command error if it is out of range. */
function numberIn(options: Options, name: keyof Options, least: number, most: number): number | null {
  const typed = options[name];
  if (typed === undefined) return null;
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new CommandError(`--${name} is a whole number from ${least} to ${most}, not ${typed}.`);
}

/**
 * The time of an option, read as UTC, or null if the option is not given; throws a command error for other forms and days that do not
 * exist.
 */
function timeIn(options: Options, name: 'start' | 'end'): number | null {
  const typed = options[name];
  if (typed === undefined) return null;
  const [, day, clock = 'T00:00'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d)?$/.exec(typed) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}${clock}:00Z`);
  // Date.parse reads 31 February as a day in March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(day ?? '')) {
    throw new CommandError(`--${name} is a day or a time of UTC, as 2026-12-24 or 2026-12-24T18:00, not ${typed}.`);
  }
  return time;
}

const KINDS = DISCOUNT_REASONS.filter((kind) => kind !== 'stay');

function kindIn({ kind: typed = 'code' }: Options): DiscountInsert['kind'] {
  const kind = KINDS.find((one) => one === typed);
  if (!kind) throw new CommandError(`--kind is one of ${KINDS.join(', ')}, not ${typed}.`);
  return kind;
}

/** The discount that the options describe; throws a command error if they contradict each other. */
function discountIn(code: string, options: Options, now: number): DiscountInsert {
  if (!/^[A-Z0-9][A-Z0-9_-]*$/.test(code)) throw new CommandError(`A code has letters, digits, - and _, not ${code}.`);
  if (code.startsWith('STAY-')) throw new CommandError('Codes that begin with STAY- are made for members who were leaving.');
  const kind = kindIn(options);
  const [percent, extraCredits] = [numberIn(options, 'percent', 1, 99), numberIn(options, 'credits', 1, 100_000)];
  if ((percent === null) === (extraCredits === null)) throw new CommandError('Say what it gives: either --percent N or --credits N.');
  const [startsAt, endsAt, hours] = [timeIn(options, 'start') ?? now, timeIn(options, 'end'), numberIn(options, 'hours', 1, 8760)];
  if (endsAt !== null && endsAt <= Math.max(now, startsAt)) throw new CommandError('--end lies in the future, and after --start.');
  if (kind === 'welcome' && hours === null) throw new CommandError('A welcome says for how long after a sign-up: --hours N.');
  if (kind !== 'welcome' && hours !== null) throw new CommandError('--hours is for a welcome alone; others end with --end TIME.');
  if (kind === 'time_bonus' && endsAt === null) throw new CommandError('A time bonus says until when: --end TIME.');
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

async function create(db: Database, [typed, ...args]: readonly string[]): Promise<void> {
  const discount = discountIn(codeIn(typed), optionsIn(args), Date.now());
  await assertNoOverlap(db, discount);
  const [made] = await insertDiscount(db, discount);
  if (!made) throw new CommandError(`There is a code ${discount.code} already.`);
  console.log(lineOf({ ...made, used: 0 }));
}

async function list(db: Database, [option, ...rest]: readonly string[]): Promise<void> {
  if ((option !== undefined && option !== '--ended') || rest.length > 0) throw new CommandError(DISCOUNT_USAGE);
  const rows = await operatorDiscounts(db, { hasEnded: option !== undefined, now: Date.now() }, LIST_LIMIT);
  console.log(rows.length > 0 ? rows.map(lineOf).join('\n') : option ? 'No discount has ended.' : 'There is no discount.');
}

async function end(db: Database, [typed]: readonly string[]): Promise<void> {
  const code = codeIn(typed);
  const [ended] = await endDiscount(db, code, Date.now());
  if (ended) return console.log(`${code} has ended; orders that were made with it keep it.`);
  throw new CommandError((await discountEndOf(db, code)).length > 0 ? `${code} had ended before.` : `There is no code ${code}.`);
}

/** The verbs of `npm run site -- discount`: makes codes, lists them with their uses, ends them. */
export const DISCOUNT_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = { create, list, end };
