import type { Act } from './acts.ts';

/**
 * What a member does in a month in which they come: assumptions, not measurements. They are printed with the price, and a figure of one's own
 * site (`npm run site -- figures show`) takes their place. A member comes on ten days, twelve times, for eight minutes each.
 */
export const MONTH: Readonly<Record<Act, number>> = {
  /** In a browser that keeps nothing of the site: a new device, or an emptied one. */
  'first visit': 0.5,
  'later visit': 11.5,
  'open minute': 96,
  /** Every 15 minutes beside a socket. */
  poll: 6,
  'search page': 24,
  profile: 36,
  conversation: 24,
  'message, seen at once': 10,
  'message, paid, to somebody absent': 10,
  like: 12,
  photo: 0.3,
  login: 0.4,
  'sign-up': 0.1,
  mail: 6,
};

/** What is kept, for each member who comes in a month. */
export const KEPT = {
  /** Accounts, those included that did not come this month. */
  accounts: 3,
  /** Of each account: three photos of 0.4 MB in their three sizes, in GB. */
  photosGB: 0.0012,
  /** Messages of a year, with their indexes and ledger lines, in GB: 240 of 1 KB. */
  messagesGB: 0.00024,
  /** Storage of a room: an empty database of 12 KB and a few days' events, in GB. */
  roomGB: 0.00002,
} as const;

/** Runs of the scheduled handler in a month. */
export const SWEEPS = 60 * 24 * 30;
