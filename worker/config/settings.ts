import * as v from 'valibot';
import { LIMIT_NAMES, LIMITS, type LimitName } from '#contract/limits';
import { CURRENCIES } from '#contract/money';
import { COUNTRIES, CountryCode, Locale } from '#contract/primitives';
import { CompanyInfo, SignupPolicy, Template } from '#contract/settings';

const wholeNumber = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const textList = v.array(v.string());
/** The address of a partner: https, or http on this machine; '' switches it off. */
const partnerAddress = v.pipe(v.string(), v.regex(/^((https:\/\/[^\s/]|http:\/\/(localhost|127\.0\.0\.1)[:/])\S*)?$/));
/** A colour as #rrggbb. */
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i));
/** An icon of the installed app, in the form of the web manifest. `src` is a path of this site or an https address. */
const AppIcon = v.object({
  src: v.pipe(v.string(), v.regex(/^(https:\/\/[^\s/]|\/(?!\/))\S*$/)),
  sizes: v.pipe(v.string(), v.regex(/^(any|\d+x\d+)$/)),
  type: v.picklist(['image/png', 'image/webp', 'image/svg+xml']),
  purpose: v.optional(v.picklist(['any', 'maskable', 'monochrome'])),
});
/** The default of the setting `company`, which the operator sets with `npm run site -- settings set company '{…}'`. */
const NO_COMPANY = {
  ...{ name: 'Vonk', address: '', kvk: '', city: '', country: '', tradenames: [], vat_numbers: {} },
  ...{ email: '', authority_email: '', dispute_body: '', dispute_body_url: '' },
};
/**
 * The VAT included in a price, in hundredths of a percent, by the payment country. The US and Canada have no rate here, because their taxes
 * depend on the state or province.
 */
const VAT_RATES = {
  NL: 2100,
  BE: 2100,
  DE: 1900,
  AT: 2000,
  FR: 2000,
  IT: 2200,
  ES: 2100,
  PL: 2300,
  IE: 2300,
  GB: 2000,
  CH: 810,
  AU: 1000,
  NZ: 1500,
  US: 0,
  CA: 0,
};
/** About 50 EUR in each currency, in minor units. */
const UNUSUAL_SPENDING = { EUR: 5000, GBP: 4500, USD: 5500, CAD: 7500, AUD: 8500, NZD: 9000, CHF: 5000, PLN: 21500 };
/** What one euro is worth in each currency, about. */
const EXCHANGE_RATES = { EUR: 1, GBP: 0.87, USD: 1.16, CAD: 1.62, AUD: 1.77, NZD: 2.03, CHF: 0.93, PLN: 4.25 };
const onePerCountry = Object.fromEntries(COUNTRIES.map((code) => [code, 1]));

/** The limits, each a setting of its name with its default (docs/product.md, "Rate limits"). */
const LIMIT_SCHEMAS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, v.optional(wholeNumber(1), LIMITS[name].most)])) as Readonly<
  Record<LimitName, v.OptionalSchema<ReturnType<typeof wholeNumber>, number>>
>;

/**
 * Every setting that an operator may change, with its type and its default (docs/product.md, "Changing a setting"). Nothing else defines a
 * default.
 */
const SETTING_SCHEMAS = {
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40)), 'Vonk'),
  signups: v.optional(SignupPolicy, 'all'),
  template: v.optional(Template, 'social'),
  // Both colours are those of the light scheme; the dark one is in web/ui/styles/tokens.css (paper). Without icons Vonk's own are used.
  theme_color: v.optional(colour, '#fbf6f0'),
  background_color: v.optional(colour, '#fbf6f0'),
  app_icons: v.optional(v.array(AppIcon), []),
  domain_language: v.optional(Locale, 'en'),
  default_country: v.optional(CountryCode, 'NL'),
  min_age: v.optional(wholeNumber(18), 18),
  // The country the site is for; null: the country of each visitor's network.
  geoip_selected_country: v.optional(v.nullable(CountryCode), null),
  company: v.optional(CompanyInfo, NO_COMPANY),
  visible_profile_fields: v.optional(textList, ['country', 'countryregion', 'city', 'gender', 'age', 'language', 'fields', 'interests']),
  visible_profile_notes: v.optional(textList, ['personal']),
  search_fields: v.optional(textList, ['gender', 'age', 'country', 'countryregion']),
  logged_out_search: v.optional(v.boolean(), true),
  logged_out_search_trafficsource: v.optional(v.boolean(), true),
  member_resell: v.optional(textList, []),
  // The feed of webcam accounts, the address of one account with {account} in it, and the address of each partner flow.
  cams_feed: v.optional(partnerAddress, ''),
  cams_address: v.optional(partnerAddress, ''),
  resell_flows: v.optional(v.record(v.string(), partnerAddress), {}),
  support_phone: v.optional(v.string(), ''),
  // In percent; 0: no discount is offered.
  delete_discount: v.optional(v.pipe(wholeNumber(0), v.maxValue(99)), 0),
  cdn_prefix: v.optional(v.string(), '/photos/'),
  // Hosts of push services besides the known ones (worker/features/notifications/push-subscription-rules.ts).
  push_hosts: v.optional(v.array(v.pipe(v.string(), v.regex(/^([a-z0-9-]+\.)+[a-z]+$/))), []),
  welcome_credits: v.optional(wholeNumber(0), 6),
  message_prices: v.optional(v.record(CountryCode, wholeNumber(0)), onePerCountry),
  // `none` closes the shop. `test` is a provider of the site itself (/_dev/pay), which production does not have.
  payment_provider: v.optional(v.picklist(['none', 'stripe', 'mollie', 'test']), 'none'),
  vat_rates: v.optional(v.record(CountryCode, v.pipe(wholeNumber(0), v.maxValue(5000))), VAT_RATES),
  // In minor units a day, by currency: above it spending may count as unusual (docs/product.md, "Unusual spending").
  unusual_spending: v.optional(v.record(v.picklist(CURRENCIES), wholeNumber(1)), UNUSUAL_SPENDING),
  // Units of each currency for one euro, for spending limits and unusual spending. Prices are set by currency and never converted.
  exchange_rates: v.optional(v.record(v.picklist(CURRENCIES), v.pipe(v.number(), v.minValue(0.001), v.maxValue(1000))), EXCHANGE_RATES),
  email_check: v.optional(v.picklist(['open', 'strict']), 'open'),
  photos_each: v.optional(wholeNumber(1), 12),
  // Who looks at new photos before others see them (worker/platform/photos/check/photo-check.ts).
  photo_check: v.optional(v.picklist(['none', 'queue', 'classifier']), 'none'),
  same_text_strangers: v.optional(wholeNumber(1), 5),
  // The share of page loads that are measured, in percent; 0: none.
  vitals_sample: v.optional(v.pipe(wholeNumber(0), v.maxValue(100)), 10),
  ...LIMIT_SCHEMAS,
} as const;

export type SettingKey = keyof typeof SETTING_SCHEMAS;
export const SETTING_KEYS = Object.keys(SETTING_SCHEMAS) as SettingKey[];
const Settings = v.object(SETTING_SCHEMAS);
export type Settings = v.InferOutput<typeof Settings>;

/** The limits that a local site multiplies by 20 (docs/product.md, "Counting of limits"). */
const LIMITS_RAISED_LOCALLY = LIMIT_NAMES.filter((name) => !('isSameLocally' in LIMITS[name]));

/** Whether a setting is a map, such as one by country, whose stored value leaves the default of all that it does not name. */
const isMap = (key: SettingKey): boolean => SETTING_SCHEMAS[key].wrapped.type === 'record';

/** A stored value as it is in force: that of a map is laid over the default of the map. */
function inForce(key: SettingKey, value: unknown): unknown {
  return isMap(key) ? Object.assign({}, SETTING_SCHEMAS[key].default, value) : value;
}

/**
 * The settings: the defaults, overridden by the stored values, maps key by key (docs/product.md, "Changing a setting"). A stored value that
 * no longer fits its type is ignored. In development limits are multiplied, the payment provider is `test` and no visit is measured,
 * unless a value is stored.
 */
export function settingsFrom(rows: readonly { key: string; value: unknown }[], environment: 'development' | 'production'): Settings {
  const stored = new Map<string, unknown>();
  for (const { key, value } of rows) if (isSettingKey(key) && v.is(SETTING_SCHEMAS[key], value)) stored.set(key, inForce(key, value));
  const settings = v.parse(Settings, Object.fromEntries(stored));
  if (environment === 'production') return settings;
  const isDefault = (key: SettingKey) => !stored.has(key);
  const raisedLimits = LIMITS_RAISED_LOCALLY.filter(isDefault).map((key) => [key, settings[key] * 20]);
  return {
    ...settings,
    ...(isDefault('payment_provider') ? { payment_provider: 'test' } : {}),
    ...(isDefault('vitals_sample') ? { vitals_sample: 0 } : {}),
    ...Object.fromEntries(raisedLimits),
  };
}

/** The stored settings that are ignored, because there is no setting of that name or the value does not fit it. */
export const ignoredSettings = (rows: readonly { key: string; value: unknown }[]): string[] =>
  rows.filter(({ key, value }) => !(isSettingKey(key) && v.is(SETTING_SCHEMAS[key], value))).map(({ key }) => key);

/** Whether there is a setting of this name. */
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTING_SCHEMAS, key);

/**
 * Parses the value of a setting as an operator types it, as JSON or else as plain text. Throws an Error with the reason if neither fits.
 */
export function parseSetting(key: SettingKey, typed: string): unknown {
  const asJson = v.safeParse(SETTING_SCHEMAS[key], parseJsonOrText(typed));
  if (asJson.success) return asJson.output;
  const asText = v.safeParse(SETTING_SCHEMAS[key], typed);
  if (asText.success) return asText.output;
  throw new Error(`${key}: ${asJson.issues.map((issue) => issue.message).join(', ')}`);
}

/** Parses JSON; anything else is taken as plain text, as in `settings set template classic`. */
function parseJsonOrText(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
