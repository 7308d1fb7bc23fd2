import { parseArgs } from 'node:util';
import { CommandError } from '../../../scripts/lib/command/command-error.ts';
import type { RoomsHost } from './site.ts';

/** What a soak is asked for. */
export interface SoakOptions {
  /** How long the usual load lasts. Four times the load lasts a fifth of it, at most two minutes. */
  readonly minutes: number;
  readonly members: number;
  /** Members with an open room. */
  readonly open: number;
  /** Members who make calls; those with an open room are among them. */
  readonly callers: number;
  /** Requests a second of the usual load. */
  readonly rate: number;
  readonly rooms: RoomsHost;
}

const OPTIONS = {
  minutes: { type: 'string', default: '10' },
  members: { type: 'string', default: '100000' },
  open: { type: 'string', default: '1000' },
  rate: { type: 'string', default: '100' },
  rooms: { type: 'string', default: 'worker' },
} as const;
const USAGE = 'npm run soak -- [--minutes N] [--members N] [--open N] [--rate N] [--rooms worker|partykit]';
const CALLERS = 4_000;

function numberOf(option: string, text: string, [least, most]: readonly [number, number]): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least || value > most)
    throw new CommandError(`--${option} must be a number from ${least} to ${most}, not "${text}".\n${USAGE}`);
  return value;
}

function valuesIn(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** Reads the command line. Throws a command error for the first invalid option. */
export function readSoakOptions(args: readonly string[]): SoakOptions {
  const { minutes, members, open, rate, rooms } = valuesIn(args);
  if (rooms !== 'worker' && rooms !== 'partykit') throw new CommandError(`--rooms must be worker or partykit, not "${rooms}".\n${USAGE}`);
  const memberCount = Math.floor(numberOf('members', members, [1_000, 1_000_000]));
  const pairs = Math.floor(numberOf('open', open, [2, Math.min(5_000, memberCount / 2)]) / 2);
  return {
    minutes: numberOf('minutes', minutes, [0.5, 60]),
    members: memberCount,
    open: pairs * 2,
    callers: Math.max(Math.min(CALLERS, Math.floor(memberCount / 4)), pairs * 2),
    rate: numberOf('rate', rate, [1, 1_000]),
    rooms,
  };
}
