import { DAY, HOUR, MINUTE } from './durations.ts';

/**
 * Whose attempts one counter of a limit counts. An account is that of the session; an address is the `email` of the input; a conversation is
 * that of the input, for this account; a payment is the one that a webhook names.
 */
export type LimitSubject = 'network' | 'account' | 'address' | 'address_and_network' | 'conversation' | 'payment';

export interface Limit {
  readonly subject: LimitSubject;
  /** The length of its window in ms. */
  readonly withinMs: number;
  /** The attempts allowed in a window, unless the operator sets another number: the setting has the name of the limit. */
  readonly most: number;
  /**
   * How it is counted. `attempts`: by itself, in the call's first batch, in windows of the clock. `rows`: the use case counts what was stored,
   * and refuses by itself.
   */
  readonly counts: 'attempts' | 'rows';
  /** A device on which the account of the address has logged in before is counted by itself, so that others cannot use up its attempts. */
  readonly sparesKnownDevices?: true;
  /** Above it the call is not refused: it goes on without the mail that the limit is about. */
  readonly isSilent?: true;
  /** A local site keeps the number. It multiplies that of all others by 20. */
  readonly isSameLocally?: true;
}

/**
 * Every limit of attempts. Nobody is counted by an e-mail address alone where that would refuse them: its holder could be locked out by
 * others. Mails about complaints are counted apart from links for a new password, which complaints could otherwise keep from arriving
 * (docs/product.md, "Rate limits").
 */
export const LIMITS = {
  address_checks_a_minute: { subject: 'network', withinMs: MINUTE, most: 60, counts: 'attempts', isSameLocally: true },
  address_checks_a_day: { subject: 'network', withinMs: DAY, most: 1000, counts: 'attempts' },
  match_counts_a_minute: { subject: 'network', withinMs: MINUTE, most: 60, counts: 'attempts' },
  signups_an_hour: { subject: 'network', withinMs: HOUR, most: 100, counts: 'attempts' },
  logins_an_hour: {
    subject: 'address_and_network',
    withinMs: HOUR,
    most: 10,
    counts: 'attempts',
    sparesKnownDevices: true,
    isSameLocally: true,
  },
  network_logins_an_hour: { subject: 'network', withinMs: HOUR, most: 50, counts: 'attempts', sparesKnownDevices: true },
  activation_mails_a_day: { subject: 'account', withinMs: DAY, most: 5, counts: 'rows' },
  address_mails_an_hour: { subject: 'address', withinMs: HOUR, most: 10, counts: 'attempts', isSilent: true },
  reset_mails_an_hour: { subject: 'address_and_network', withinMs: HOUR, most: 5, counts: 'attempts' },
  resets_an_hour: { subject: 'network', withinMs: HOUR, most: 100, counts: 'attempts' },
  mail_changes_a_day: { subject: 'account', withinMs: DAY, most: 5, counts: 'rows' },
  password_tries_an_hour: { subject: 'account', withinMs: HOUR, most: 10, counts: 'attempts' },
  exports_a_day: { subject: 'account', withinMs: DAY, most: 5, counts: 'attempts' },
  uploads_an_hour: { subject: 'account', withinMs: HOUR, most: 60, counts: 'attempts' },
  push_tests_an_hour: { subject: 'account', withinMs: HOUR, most: 10, counts: 'attempts' },
  code_tries_an_hour: { subject: 'account', withinMs: HOUR, most: 20, counts: 'attempts' },
  orders_an_hour: { subject: 'account', withinMs: HOUR, most: 30, counts: 'rows' },
  webhooks_a_minute: { subject: 'payment', withinMs: MINUTE, most: 60, counts: 'rows' },
  likes_a_minute: { subject: 'account', withinMs: MINUTE, most: 60, counts: 'attempts' },
  likes_a_day: { subject: 'account', withinMs: DAY, most: 500, counts: 'attempts' },
  conversations_a_minute: { subject: 'account', withinMs: MINUTE, most: 60, counts: 'attempts' },
  conversations_a_day: { subject: 'account', withinMs: DAY, most: 500, counts: 'attempts' },
  messages_a_minute: { subject: 'account', withinMs: MINUTE, most: 90, counts: 'attempts' },
  messages_to_one_a_minute: { subject: 'conversation', withinMs: MINUTE, most: 40, counts: 'attempts' },
  first_messages_a_day: { subject: 'account', withinMs: DAY, most: 20, counts: 'rows' },
  room_tickets_a_minute: { subject: 'account', withinMs: MINUTE, most: 60, counts: 'attempts' },
  reports_a_day: { subject: 'account', withinMs: DAY, most: 20, counts: 'rows' },
  complaint_mails_an_hour: { subject: 'address', withinMs: HOUR, most: 10, counts: 'attempts', isSilent: true },
  complaints_an_hour: { subject: 'network', withinMs: HOUR, most: 20, counts: 'attempts' },
  complaints_a_day: { subject: 'address_and_network', withinMs: DAY, most: 10, counts: 'attempts' },
  own_complaints_a_day: { subject: 'account', withinMs: DAY, most: 10, counts: 'attempts' },
  cancellations_an_hour: { subject: 'network', withinMs: HOUR, most: 20, counts: 'attempts' },
  cancellations_a_day: { subject: 'address_and_network', withinMs: DAY, most: 10, counts: 'attempts' },
  cancellation_mails_an_hour: { subject: 'address', withinMs: HOUR, most: 10, counts: 'attempts', isSilent: true },
  complaint_looks_an_hour: { subject: 'network', withinMs: HOUR, most: 60, counts: 'attempts' },
  vitals_a_minute: { subject: 'network', withinMs: MINUTE, most: 60, counts: 'attempts' },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
