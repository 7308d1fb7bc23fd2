import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { PAGES, pageAt } from '#contract/pages/page-routes';
import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import type { Template } from '#contract/settings';
import { type Database, openDatabase, together } from '#db/client';
import { type CreditPrice, cheapestCredits } from '#db/queries/credits/products';
import { settingRows } from '#db/queries/operator/settings';
import type { Env } from '../config/env.ts';
import { type Settings, settingsFrom } from '../config/settings.ts';
import { deliverEvents } from '../delivery/event-outbox.ts';
import { deliverMails, mailDriver } from '../delivery/mail-queue.ts';
import { sendPushes } from '../delivery/notifications/push-queue.ts';
import type { Context, Visitor } from '../domain/context.ts';
import { countryOf } from '../domain/profile-card.ts';
import { networkOf } from './client-network.ts';
import { allowedOrigins } from './origin-check.ts';
import { hasJustWritten, sessionPort } from './session-cookie.ts';

export interface HonoEnv {
  Bindings: object;
  /**
   * `template`: what a developer has chosen for this browser; in production nobody chooses. `inlineScript`: the hash of the script that
   * stands inline in this answer.
   */
  Variables: { env: Env; template?: Template; inlineScript?: string };
}

/** The cookie that keeps the chosen language (docs/product.md, "Choice of language"). */
export const LOCALE_COOKIE = 'i18n_redirected';
const YEAR_SECONDS = 365 * 24 * 3600;

/** What the operator decides: the settings, and what a credit costs at least. */
interface InForce {
  readonly settings: Settings;
  readonly creditPrices: readonly CreditPrice[];
}

let kept: (InForce & { until: number; url: string }) | undefined;

/** The settings in force with the prices of credits, kept in the isolate for a few seconds; one trip. */
async function inForce(env: Env, db: Database, now: number): Promise<InForce> {
  if (kept && kept.until > now && kept.url === env.DB_URL) return kept;
  const [rows, creditPrices] = await together(db, [settingRows(db), cheapestCredits(db)]);
  kept = {
    ...{ settings: settingsFrom(rows, env.ENVIRONMENT), creditPrices },
    ...{ until: now + env.SETTINGS_TTL_SECONDS * 1000, url: env.DB_URL },
  };
  return kept;
}

/** The settings in force. */
export const settingsInForce = async (env: Env, db: Database, now: number): Promise<Settings> => (await inForce(env, db, now)).settings;

/** What this isolate has last seen in force, or the defaults: for what has to answer while the database is away. */
export const lastGood = (env: Env): InForce => kept ?? { settings: settingsFrom([], env.ENVIRONMENT), creditPrices: [] };
export const lastGoodSettings = (env: Env): Settings => lastGood(env).settings;

/** The settings as this browser is to see them. */
export const settingsFor = (c: HonoContext<HonoEnv>, settings: Settings): Settings =>
  c.var.template ? { ...settings, template: c.var.template } : settings;

const shipped = (tag: string): ShippedLocale | undefined => SHIPPED_LOCALES.find((one) => tag.toLowerCase().split('-')[0] === one);

/** A language that the address of a public page asks for. */
function localeInAddress(c: HonoContext): ShippedLocale | undefined {
  const wanted = c.req.query('lang');
  const page = wanted && pageAt(c.req.path);
  return page && PAGES[page].access !== 'member' ? SHIPPED_LOCALES.find((one) => one === wanted) : undefined;
}

/** Keeps the language that the address asked for, for what the page asks next. */
export function keepLocaleOfAddress(c: HonoContext<HonoEnv>): void {
  const wanted = localeInAddress(c);
  const isSecure = c.var.env.SITE_URL.startsWith('https:');
  if (wanted) setCookie(c, LOCALE_COOKIE, wanted, { maxAge: YEAR_SECONDS, path: '/', sameSite: 'Lax', secure: isSecure });
}

/**
 * The language of a request: that of its address, else the cookie, the languages of the browser, the fallback
 * (docs/product.md, "Choice of language").
 */
export function localeOfRequest(c: HonoContext, fallback: string): ShippedLocale {
  const wanted = (c.req.header('Accept-Language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', q = 'q=1'] = part.trim().split(';');
      return { tag, weight: Number(q.replace(/^\s*q=/i, '')) };
    })
    // What is weighed 0 is not wanted at all.
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const candidates = [getCookie(c, LOCALE_COOKIE) ?? '', ...wanted.map(({ tag }) => tag), fallback];
  return localeInAddress(c) ?? candidates.map(shipped).find((locale) => locale !== undefined) ?? 'en';
}

function visitorOf(c: HonoContext, env: Env, settings: Settings): Visitor {
  const { origin } = new URL(c.req.url);
  return {
    origin: allowedOrigins(env).includes(origin) ? origin : env.SITE_URL,
    network: networkOf(c.req.raw),
    country: countryOf(c.req.header('CF-IPCountry') ?? null),
    locale: localeOfRequest(c, settings.domain_language),
    device: (c.req.header('User-Agent') ?? '').slice(0, 255),
    isPageHidden: c.req.header('X-Page-Hidden') === '1',
  };
}

const afterAnswer = (c: HonoContext, work: () => Promise<unknown>) => {
  c.executionCtx.waitUntil(
    work().catch((error: unknown) => console.warn(JSON.stringify({ at: 'later', name: error instanceof Error ? error.name : 'unknown' }))),
  );
};

/** Everything a use-case may touch, made once a request. */
export async function contextOf(
  c: HonoContext<HonoEnv>,
  readInForce: (env: Env, db: Database, now: number) => Promise<InForce> = inForce,
): Promise<Context> {
  const { env } = c.var;
  const now = Date.now();
  const db = openDatabase(env.DB_URL, env.DB_TOKEN);
  const { settings: all, creditPrices } = await readInForce(env, db, now);
  const settings = settingsFor(c, all);
  const readsReplica = env.DB_READ_URL !== undefined && !hasJustWritten(c);
  return {
    db,
    readDb: readsReplica && env.DB_READ_URL ? openDatabase(env.DB_READ_URL, env.DB_TOKEN) : db,
    env,
    settings,
    creditPrices,
    now,
    visitor: visitorOf(c, env, settings),
    session: await sessionPort(c, env.SITE_URL),
    later: (work) => afterAnswer(c, work),
    publish({ events = [], mails = [] }) {
      afterAnswer(c, async () => {
        const pushes = events.length > 0 ? await deliverEvents(env, db, events) : [];
        // Mails wait for no push service.
        afterAnswer(c, () => sendPushes({ env, db, settings }, pushes));
        if (mails.length > 0) await deliverMails(db, mailDriver(env), mails, now);
      });
    },
  };
}
