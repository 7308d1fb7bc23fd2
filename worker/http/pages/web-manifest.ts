import type { Context as HonoContext } from 'hono';
import { PAGES, type PageName } from '#contract/pages/page-routes';
import { isDatabaseUnreachable, openDatabase } from '#db/client';
import type { Env } from '../../config/env.ts';
import type { Settings } from '../../config/settings.ts';
import { currentSettings, type HonoEnv, lastKnownSettings, localeOfRequest } from '../request-context.ts';
import { catalogueResponse } from '../responses.ts';
import { headTextsIn, withSite } from './head-texts.ts';

type AppIcons = Settings['app_icons'];

/** The icons of a site without icons of its own, drawn by assets/icons/draw-icons.ts. */
const DEFAULT_ICONS: AppIcons = [
  { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
];
const DEFAULT_TOUCH_ICON = '/icons/touch-180.png';

/** The pages in the menu that a long press on the app's icon opens. */
const SHORTCUTS: readonly PageName[] = ['members', 'likes', 'chats'];

/** Screenshots for the browser's offer to install, taken by assets/icons/take-app-screenshots.ts. */
const SCREENSHOTS = [
  { page: 'members', name: 'members-narrow', sizes: '780x1688', form_factor: 'narrow' },
  { page: 'likes', name: 'likes-narrow', sizes: '780x1688', form_factor: 'narrow' },
  { page: 'members', name: 'members-wide', sizes: '1440x900', form_factor: 'wide' },
] as const satisfies readonly { page: PageName; [key: string]: string }[];

/** The icon for home screens that read no manifest: the operator's largest PNG that is not for masking, else Vonk's own. */
export function touchIconOf({ app_icons: icons }: Settings): string {
  const unmasked = icons.filter(({ type, purpose = 'any' }) => type === 'image/png' && purpose === 'any');
  const largest = unmasked.toSorted((a, b) => Number.parseInt(b.sizes, 10) - Number.parseInt(a.sizes, 10))[0];
  return largest?.src ?? DEFAULT_TOUCH_ICON;
}

/** The present settings, or the last known ones if the database cannot be reached. */
async function currentOrLastKnownSettings(env: Env): Promise<Settings> {
  try {
    return await currentSettings(env, openDatabase(env.DB_URL, env.DB_TOKEN), Date.now());
  } catch (error) {
    if (!isDatabaseUnreachable(error)) throw error;
    return lastKnownSettings(env);
  }
}

/**
 * Answers the web manifest, with the name, colours and icons of the settings, in the visitor's language
 * (docs/product.md, "Web manifest").
 */
export async function serveManifest(c: HonoContext<HonoEnv>): Promise<Response> {
  const settings = await currentOrLastKnownSettings(c.var.env);
  const { name, theme_color, background_color, app_icons } = settings;
  const locale = localeOfRequest(c, settings.domain_language);
  const { titles, descriptions } = await headTextsIn(c, locale);
  const answer = await catalogueResponse(c.req.raw, {
    id: '/',
    name,
    short_name: name,
    description: withSite(descriptions.site, name),
    lang: locale,
    dir: 'ltr',
    start_url: PAGES.home.path,
    scope: '/',
    display: 'standalone',
    theme_color,
    background_color,
    categories: ['social', 'lifestyle'],
    icons: app_icons.length > 0 ? app_icons : DEFAULT_ICONS,
    shortcuts: SHORTCUTS.map((page) => ({
      name: titles[page],
      url: PAGES[page].path,
      icons: [{ src: `/icons/to-${page}-96.png`, sizes: '96x96', type: 'image/png' }],
    })),
    screenshots: SCREENSHOTS.map(({ page, name: shot, ...rest }) => ({
      src: `/icons/shots/${shot}.webp`,
      type: 'image/webp',
      label: titles[page],
      ...rest,
    })),
  });
  if (answer.status === 200) answer.headers.set('Content-Type', 'application/manifest+json; charset=UTF-8');
  return answer;
}
