import { COUNTRIES, type CountryCode, type Locale, SHIPPED_LOCALES } from '#contract/primitives';
import type { PublicSettings } from '#contract/settings';
import type { CreditPrice } from '#db/queries/credits/products';
import type { Env } from '../config/env.ts';
import type { Settings } from '../config/settings.ts';
import { createToken } from '../lib/tokens.ts';
import { asCountry } from './profile-card.ts';
import { asksTrackingConsent } from './tracking-consent.ts';

interface SettingsContext {
  readonly settings: Settings;
  readonly creditPrices: readonly CreditPrice[];
  readonly now: number;
  readonly visitor: { readonly country: string | null; readonly networkCountry: string; readonly locale: Locale };
  readonly env: Pick<Env, 'SIGNING_KEY' | 'VAPID_PUBLIC_KEY' | 'ENVIRONMENT'>;
}

/**
 * The preselected country of forms: the setting `geoip_selected_country`, else that of the visitor's network
 * (docs/product.md, "Countries and languages served").
 */
export const selectedCountry = ({ settings, visitor }: Pick<SettingsContext, 'settings' | 'visitor'>): CountryCode | null =>
  settings.geoip_selected_country ?? asCountry(visitor.country);

/** The lowest price of a message in money, by country, in minor units, rounded up (docs/product.md, "Price on the send button"). */
const messageCosts = ({
  settings,
  creditPrices,
}: Pick<SettingsContext, 'settings' | 'creditPrices'>): PublicSettings['minimum_message_costs'] =>
  Object.fromEntries(
    creditPrices.flatMap(({ country: code, currency, amount, credits }) => {
      const country = asCountry(code);
      return country ? [[country, { costs: Math.ceil((amount * (settings.message_prices[country] ?? 0)) / credits), currency }]] : [];
    }),
  );

/**
 * The settings that a client may know, in the visitor's language, with a fresh token for the sign-up form
 * (docs/product.md, "Settings known to every client").
 */
export async function publicSettings(asker: SettingsContext, regions: PublicSettings['region_data']): Promise<PublicSettings> {
  const { settings, visitor, now, env } = asker;
  const names = new Intl.DisplayNames([visitor.locale], { type: 'region' });
  const collator = new Intl.Collator(visitor.locale);
  return {
    name: settings.name,
    signups: settings.signups,
    countries: COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) => collator.compare(a.name, b.name)),
    region_data: regions,
    visible_profile_fields: settings.visible_profile_fields,
    visible_profile_notes: settings.visible_profile_notes,
    search_fields: settings.search_fields,
    geoip_selected_country: selectedCountry(asker),
    geoip_country: asCountry(visitor.country),
    minimum_message_costs: messageCosts(asker),
    message_prices: settings.message_prices,
    push_pub: env.VAPID_PUBLIC_KEY ?? '',
    cdn_prefix: settings.cdn_prefix,
    logged_out_search: settings.logged_out_search,
    logged_out_search_trafficsource: settings.logged_out_search_trafficsource,
    member_resell: settings.member_resell,
    domain_language: settings.domain_language,
    support_phone: settings.support_phone,
    delete_discount: settings.delete_discount,
    vitals_sample: settings.vitals_sample,
    asks_tracking_consent: asksTrackingConsent(asker),
    template: settings.template,
    theme_color: settings.theme_color,
    locales: [...SHIPPED_LOCALES],
    min_age: settings.min_age,
    csrf: await createToken(env.SIGNING_KEY, 'csrf', {}, now),
  };
}
