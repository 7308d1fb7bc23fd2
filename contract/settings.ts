import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { CountryCode, Locale } from './primitives.ts';

export const TEMPLATES = ['social', 'classic'] as const;
export const Template = v.picklist(TEMPLATES, 'unknown');
export type Template = v.InferOutput<typeof Template>;
export const SignupPolicy = v.picklist(['all', 'with_trafficsource', 'none'], 'unknown');

/** The settings that are sent to every client (docs/product.md, "Settings known to every client"). */
export const PublicSettings = v.object({
  name: v.string(),
  signups: SignupPolicy,
  countries: v.array(v.object({ code: CountryCode, name: v.string() })),
  region_data: v.array(v.object({ id: v.string(), name: v.string() })),
  visible_profile_fields: v.array(v.string()),
  /** The free texts of a profile that are shown; there is one, `personal`. */
  visible_profile_notes: v.array(v.string()),
  search_fields: v.array(v.string()),
  geoip_selected_country: v.nullable(CountryCode),
  geoip_country: v.nullable(CountryCode),
  /** By country, the lowest price of a message in money; `costs` in minor units (docs/product.md, "Price on the send button"). */
  minimum_message_costs: v.record(v.string(), v.object({ costs: v.number(), currency: v.string() })),
  /** By payment country of the sender, the price of a message in credits (docs/product.md, "Price of a message"). */
  message_prices: v.record(v.string(), v.number()),
  push_pub: v.string(),
  cdn_prefix: v.string(),
  logged_out_search: v.boolean(),
  logged_out_search_trafficsource: v.boolean(),
  /** What partners may advertise to members. `cams` and `camads` switch webcams on (docs/product.md, "Audience of advertisements"). */
  member_resell: v.array(v.string()),
  domain_language: Locale,
  support_phone: v.string(),
  /** Percent of the discount that is offered to a member who asks for deletion; 0 for none. */
  delete_discount: v.number(),
  /** Percent of page loads that are measured (docs/product.md, "Web vitals of real visits"). */
  vitals_sample: v.number(),
  /** Whether campaign tracking needs a yes first, by the country of the visitor's network (docs/product.md, "Consent to campaign tracking"). */
  asks_tracking_consent: v.boolean(),
  template: Template,
  theme_color: v.string(),
  locales: v.array(Locale),
  min_age: v.number(),
  csrf: v.string(),
});
export type PublicSettings = v.InferOutput<typeof PublicSettings>;

/** Whether a visitor may sign up (docs/product.md, "Closed sign-ups"). `network` is the campaign parameter of that name. */
export const maySignUp = ({ signups }: Pick<PublicSettings, 'signups'>, network: string | null | undefined): boolean =>
  signups === 'all' || (signups === 'with_trafficsource' && Boolean(network?.trim()));

type VisitorSearchSettings = Pick<PublicSettings, 'logged_out_search' | 'logged_out_search_trafficsource'>;

/** Whether a visitor may search (docs/product.md, "Visitors' search"). `network` is the campaign parameter of that name. */
export const mayVisitorsSearch = (settings: VisitorSearchSettings, network: string | undefined): boolean =>
  settings.logged_out_search || (settings.logged_out_search_trafficsource && Boolean(network));

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: PublicSettings,
  summary: 'The site as this visitor sees it, with a fresh csrf token',
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: v.object({
    ok: v.boolean(),
    db: v.boolean(),
    party: v.boolean(),
    schema: v.object({ is_current: v.boolean(), applied: v.number(), known: v.number() }),
    /** The migration that is unfinished, since when, and whether writes are refused for it; null without one. */
    migration: v.nullable(v.object({ name: v.string(), since: v.string(), stops_writes: v.boolean() })),
    /** When the scheduled handler has last run and written, null before its first run; late after 5 minutes. */
    sweep: v.object({ last_at: v.nullable(v.string()), is_late: v.boolean() }),
    /** Whether the Worker has what the setting `photo_check` needs. Without it new photos are held, and `ok` does not change. */
    photo_check: v.boolean(),
  }),
  summary: 'State of database, rooms, schema and scheduled handler; 503 if one of them does not work',
});

/** An address that the operator has set; '' if there is none. */
const CompanyEmail = v.optional(v.pipe(v.string(), v.regex(/^([^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+)?$/)), '');

/** The company that runs the site, as text pages and invoices name it (docs/product.md, "Site settings"). */
export const CompanyInfo = v.object({
  name: v.string(),
  address: v.string(),
  kvk: v.string(),
  city: v.string(),
  country: v.string(),
  tradenames: v.array(v.string()),
  vat_numbers: v.record(v.string(), v.string()),
  /** The e-mail address for customers, and that for authorities (Digital Services Act, article 11) if it is another one. */
  email: CompanyEmail,
  authority_email: CompanyEmail,
  /** The body for consumer disputes that the company takes part in: its name and its page. */
  dispute_body: v.optional(v.string(), ''),
  dispute_body_url: v.optional(v.pipe(v.string(), v.regex(/^(https:\/\/[^\s"<>]+)?$/)), ''),
});
export type CompanyInfo = v.InferOutput<typeof CompanyInfo>;

export const getCompanyInfo = endpoint({
  method: 'GET',
  path: '/api/companyinfo.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: CompanyInfo,
  isCatalogue: true,
  summary: 'The company behind the site',
});
