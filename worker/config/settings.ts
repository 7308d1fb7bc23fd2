import * as v from 'valibot';
import { CURRENCIES } from '#contract/money';
import { COUNTRIES, CountryCode, Locale } from '#contract/primitives';
import { CompanyInfo, SignupsOpen, Template } from '#contract/settings';

const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const texts = v.array(v.string());
/** A partner is met over https, or on this very machine. */
const partnerAddress = v.pipe(v.string(), v.regex(/^((https:\/\/[^\s/]|http:\/\/(localhost|127\.0\.0\.1)[:/])\S*)?$/));
/** #rrggbb: both a picture's and a manifest's way to name a colour. */
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i));
/** An icon of the installed app, as the manifest names it; of this site, or of where its pictures may come from. */
const AppIcon = v.object({
  src: v.pipe(v.string(), v.regex(/^(https:\/\/[^\s/]|\/(?!\/))\S*$/)),
  sizes: v.pipe(v.string(), v.regex(/^(any|\d+x\d+)$/)),
  type: v.picklist(['image/png', 'image/webp', 'image/svg+xml']),
  purpose: v.optional(v.picklist(['any', 'maskable', 'monochrome'])),
});
/** Until the operator says who runs the site: `npm run site -- settings set company '{…}'`. */
const NO_COMPANY = { name: 'Vonk', address: '', kvk: '', city: '', country: '', tradenames: [], vat_numbers: {} };
/** What is added to a price by the country it is paid in, in basis points; the states and provinces of the US and Canada have their own, which are the operator's to set. */
const VAT_RATES = {
  ...{ NL: 2100, BE: 2100, DE: 1900, AT: 2000, FR: 2000, IT: 2200, ES: 2100, PL: 2300, IE: 2300 },
  ...{ GB: 2000, CH: 810, AU: 1000, NZ: 1500, US: 0, CA: 0 },
};
/** About 50 EUR, in minor units. */
const UNUSUAL_A_DAY = { EUR: 5000, GBP: 4500, USD: 5500, CAD: 7500, AUD: 8500, NZD: 9000, CHF: 5000, PLN: 21500 };
const onePerCountry = Object.fromEntries(COUNTRIES.map((code) => [code, 1]));

/**
 * Every setting that an operator may change, with its type and its default (docs/product.md, "Changing a setting"). Nothing else defines a
 * default.
 */
const entries = {
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40)), 'Vonk'),
  signups: v.optional(SignupsOpen, 'all'),
  template: v.optional(Template, 'social'),
  // By day; the night has its own (web/ui/styles/tokens.css, paper). Without icons of its own a site has Vonk's.
  theme_color: v.optional(colour, '#fbf6f0'),
  background_color: v.optional(colour, '#fbf6f0'),
  app_icons: v.optional(v.array(AppIcon), []),
  domain_language: v.optional(Locale, 'en'),
  default_country: v.optional(CountryCode, 'NL'),
  min_age: v.optional(whole(18), 18),
  // The country a site is for, whatever network its visitors come from; null: theirs.
  geoip_selected_country: v.optional(v.nullable(CountryCode), null),
  company: v.optional(CompanyInfo, NO_COMPANY),
  visible_profile_fields: v.optional(texts, ['country', 'countryregion', 'city', 'gender', 'age', 'language', 'fields', 'interests']),
  visible_profile_notes: v.optional(texts, ['personal']),
  search_fields: v.optional(texts, ['gender', 'age', 'country', 'countryregion']),
  logged_out_search: v.optional(v.boolean(), true),
  logged_out_search_trafficsource: v.optional(v.boolean(), true),
  member_resell: v.optional(texts, []),
  // The partners' feed of webcam accounts, where one of them is met ({account} stands for it), and where each flow leads.
  cams_feed: v.optional(partnerAddress, ''),
  cams_address: v.optional(partnerAddress, ''),
  resell_flows: v.optional(v.record(v.string(), partnerAddress), {}),
  support_phone: v.optional(v.string(), ''),
  // Percent; 0: none is offered.
  delete_discount: v.optional(v.pipe(whole(0), v.maxValue(99)), 0),
  cdn_prefix: v.optional(v.string(), '/photos/'),
  // Hosts of push services beside those of the browsers that are known (worker/features/notifications/push-subscription-rules.ts).
  push_hosts: v.optional(v.array(v.pipe(v.string(), v.regex(/^([a-z0-9-]+\.)+[a-z]+$/))), []),
  welcome_credits: v.optional(whole(0), 6),
  message_prices: v.optional(v.record(CountryCode, whole(0)), onePerCountry),
  // Who takes the money: `none` closes the shop. In development the site plays one itself (/_dev/pay), which production never has.
  payment_provider: v.optional(v.picklist(['none', 'stripe', 'mollie', 'test']), 'none'),
  vat_rates: v.optional(v.record(CountryCode, v.pipe(whole(0), v.maxValue(5000))), VAT_RATES),
  // Cents spent in a day, by currency, from which a member is told that it is a lot (docs/product.md, "Unusual spending").
  unusual_spending: v.optional(v.record(v.picklist(CURRENCIES), whole(1)), UNUSUAL_A_DAY),
  orders_an_hour: v.optional(whole(1), 30),
  // Notices that nobody has signed: of one payment, or of one network about payments that nobody here knows.
  notices_a_minute: v.optional(whole(1), 60),
  email_check: v.optional(v.picklist(['open', 'strict']), 'open'),
  address_checks_a_minute: v.optional(whole(1), 60),
  address_checks_a_day: v.optional(whole(1), 1000),
  match_counts_a_minute: v.optional(whole(1), 60),
  signups_an_hour: v.optional(whole(1), 100),
  logins_an_hour: v.optional(whole(1), 10),
  activation_mails_a_day: v.optional(whole(1), 5),
  // Links to a new password: for one address, and asked for by one network.
  reset_mails_an_hour: v.optional(whole(1), 5),
  resets_an_hour: v.optional(whole(1), 100),
  mail_changes_a_day: v.optional(whole(1), 5),
  password_tries_an_hour: v.optional(whole(1), 10),
  photos_each: v.optional(whole(1), 12),
  uploads_an_hour: v.optional(whole(1), 60),
  push_tests_an_hour: v.optional(whole(1), 10),
  code_tries_an_hour: v.optional(whole(1), 20),
  first_messages_a_day: v.optional(whole(1), 20),
  reports_a_day: v.optional(whole(1), 20),
  // By network; by address and by account; and how often a network may ask how one stands.
  complaints_an_hour: v.optional(whole(1), 20),
  complaints_a_day: v.optional(whole(1), 10),
  complaint_looks_an_hour: v.optional(whole(1), 60),
  same_text_strangers: v.optional(whole(1), 5),
} as const;

export type SettingKey = keyof typeof entries;
export const SETTING_KEYS = Object.keys(entries) as SettingKey[];
const Settings = v.object(entries);
export type Settings = v.InferOutput<typeof Settings>;

/**
 * The limits that a local site multiplies by 20. All others stay as they are, such as address checks a minute and logins of an account
 * (docs/product.md, "Counting of limits").
 */
const LOOSENED = [
  'address_checks_a_day',
  'match_counts_a_minute',
  'signups_an_hour',
  'activation_mails_a_day',
  'reset_mails_an_hour',
  'resets_an_hour',
  'mail_changes_a_day',
  'password_tries_an_hour',
  'uploads_an_hour',
  'orders_an_hour',
  'notices_a_minute',
  'push_tests_an_hour',
  'code_tries_an_hour',
  'first_messages_a_day',
  'reports_a_day',
  'complaints_an_hour',
  'complaints_a_day',
  'complaint_looks_an_hour',
] as const;

/** The settings in force: what the operator set over the defaults. A stored value that no longer fits is left out, never trusted. */
export function settingsFrom(rows: readonly { key: string; value: unknown }[], environment: 'development' | 'production'): Settings {
  const stored = rows.filter(({ key, value }) => isSettingKey(key) && v.is(entries[key], value));
  const settings = v.parse(Settings, Object.fromEntries(stored.map(({ key, value }) => [key, value])));
  if (environment === 'production') return settings;
  const isUntouched = (key: SettingKey) => !stored.some((row) => row.key === key);
  const loosened = LOOSENED.filter(isUntouched).map((key) => [key, settings[key] * 20]);
  return { ...settings, ...(isUntouched('payment_provider') ? { payment_provider: 'test' } : {}), ...Object.fromEntries(loosened) };
}

export const isSettingKey = (key: string): key is SettingKey => key in entries;

/** Reads a setting as an operator types it (JSON, or bare text); throws what is wrong with it. */
export function parseSetting(key: SettingKey, typed: string): unknown {
  const asJson = v.safeParse(entries[key], jsonOf(typed));
  if (asJson.success) return asJson.output;
  const asText = v.safeParse(entries[key], typed);
  if (asText.success) return asText.output;
  throw new Error(`${key}: ${asJson.issues.map((issue) => issue.message).join(', ')}`);
}

/** Bare words are texts: `settings set template classic`. */
function jsonOf(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
