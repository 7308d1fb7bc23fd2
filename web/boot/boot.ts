import * as v from 'valibot';
import { BOOT_ELEMENT, Boot } from '#contract/pages/boot';

/** Of a page without the block nothing is known but itself: enough for a frame that says there is no connection. */
const bareBoot = (): Boot => ({
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
    template: 'social',
    theme_color: '',
    locales: [],
    min_age: 18,
    csrf: '',
  },
  user: 'unknown',
  locale: 'en',
  build: document.documentElement.dataset.build ?? '',
  is_development: false,
});

const block = document.getElementById(BOOT_ELEMENT)?.textContent;

/**
 * Whether this is the page as a service worker keeps it. What the first screen needs is then fetched by `start-without-boot.ts` before it
 * is drawn.
 */
export const isBarePage = !block;

/** The block the Worker puts into every page it answers, so that the first screen makes no call. */
export const boot: Boot = block ? v.parse(Boot, JSON.parse(block)) : bareBoot();
