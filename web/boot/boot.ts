import * as v from 'valibot';
import { BOOT_ELEMENT, Boot } from '#contract/pages/boot';
import { SHIPPED_LOCALES } from '#contract/primitives';

/** Boot data of a page without them, a bare page or the desk: placeholders that suffice to draw the frame and the offline message. */
const placeholderBoot = (): Boot => ({
  settings: {
    name: document.title,
    signups: 'all',
    countries: [],
    region_data: [],
    visible_profile_fields: [],
    visible_profile_notes: [],
    search_fields: [],
    geoip_selected_country: null,
    geoip_country: null,
    minimum_message_costs: {},
    message_prices: {},
    push_pub: '',
    cdn_prefix: '',
    logged_out_search: false,
    logged_out_search_trafficsource: false,
    member_resell: [],
    domain_language: 'en',
    support_phone: '',
    delete_discount: 0,
    vitals_sample: 0,
    asks_tracking_consent: true,
    template: 'social',
    theme_color: '',
    locales: [],
    min_age: 18,
    csrf: '',
  },
  user: 'unknown',
  locale: SHIPPED_LOCALES.find((locale) => locale === document.documentElement.lang) ?? 'en',
  build: document.documentElement.dataset.build ?? '',
  is_development: false,
});

const bootJson = document.getElementById(BOOT_ELEMENT)?.textContent;

/**
 * Whether this is the bare page of the service worker, without boot data. `start-without-boot.ts` then loads them before the first screen
 * is drawn.
 */
export const isBarePage = !bootJson;

/** The boot data that the Worker puts into every page, so that the first screen makes no call. */
export const boot: Boot = bootJson ? v.parse(Boot, JSON.parse(bootJson)) : placeholderBoot();
