import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { MINUTE } from '#contract/durations';
import { PAGES, pageAt } from '#contract/pages/page-routes';
import { SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import type { Template } from '#contract/settings';
import { batch, type Database } from '#db/client';
import { type CreditPrice, cheapestCredits } from '#db/queries/credits/products';
import { settingRows } from '#db/queries/operator/settings';
import { areWritesStopped, migrationNotes, type UnfinishedMigration, unfinishedMigration } from '#db/queries/operator/site-state';
import { type OpenedDatabases, openDatabases, type ReplicaFault, setReadFloor } from '#db/replicas';
import type { Env } from '../config/env.ts';
import { type Settings, settingsFrom } from '../config/settings.ts';
import { deliverEvents } from '../delivery/event-outbox.ts';
import { deliverMails } from '../delivery/mail-queue.ts';
import { sendPushes } from '../delivery/notifications/push-queue.ts';
import { noLimits } from '../domain/call-limits.ts';
import type { Context, Visitor } from '../domain/context.ts';
import { asCountry } from '../domain/profile-card.ts';
import { logLine } from '../lib/log.ts';
import { bookmarkIn, renewBookmark } from './bookmark.ts';
import { networkCountryOf, networkOf } from './client-network.ts';
import { deskSessionPort } from './desk-session-cookie.ts';
import { knownDevicePort } from './known-device-cookie.ts';
import { allowedOrigins } from './origin-check.ts';
import { hasSessionCookie, sessionPort } from './session-cookie.ts';

export interface HonoEnv {
  Bindings: object;
  /**
   * `template`: the template that a developer has chosen for this browser, in development only. `inlineScripts`: the hashes of the
   * inline scripts of this answer, for the content security policy. `databases`: what the request has opened.
   */
  Variables: { env: Env; template?: Template; inlineScripts?: readonly string[]; databases?: OpenedDatabases };
}

/** The cookie that stores the chosen language (docs/product.md, "Choice of language"). */
export const LOCALE_COOKIE = 'i18n_redirected';
const YEAR_SECONDS = 365 * 24 * 3600;

/** What the operator decides: the settings, the lowest price of credits by country, and a migration that is unfinished. */
interface OperatorConfig {
  readonly settings: Settings;
  readonly creditPrices: readonly CreditPrice[];
  readonly migration: UnfinishedMigration | null;
}

/** How long the config is cached while a migration is unfinished: most take less than a second. */
const MIGRATION_TTL_MS = 1_000;

let cachedConfig: (OperatorConfig & { until: number; url: string }) | undefined;

/** The present config, read in one round trip and cached in the isolate for SETTINGS_TTL_SECONDS. */
async function readOperatorConfig(env: Env, db: Database, now: number): Promise<OperatorConfig> {
  if (cachedConfig && cachedConfig.until > now && cachedConfig.url === env.DB_URL) return cachedConfig;
  const { settings, creditPrices, notes } = await batch(db, {
    settings: settingRows(db),
    creditPrices: cheapestCredits(db),
    notes: migrationNotes(db),
  });
  setReadFloor(env.DB_URL, db.told);
  const migration = unfinishedMigration(notes);
  const ttlMs = env.SETTINGS_TTL_SECONDS * 1000;
  cachedConfig = {
    settings: settingsFrom(settings, env.ENVIRONMENT),
    creditPrices,
    migration,
    until: now + (migration ? Math.min(MIGRATION_TTL_MS, ttlMs) : ttlMs),
    url: env.DB_URL,
  };
  return cachedConfig;
}

/** The present settings, at most SETTINGS_TTL_SECONDS old. Throws if the database cannot be reached. */
export const currentSettings = async (env: Env, db: Database, now: number): Promise<Settings> =>
  (await readOperatorConfig(env, db, now)).settings;

/** The settings and prices that this isolate read last, or else the defaults. For answers that must not depend on the database. */
export const lastKnownConfig = (env: Env): OperatorConfig =>
  cachedConfig ?? { settings: settingsFrom([], env.ENVIRONMENT), creditPrices: [], migration: null };
export const lastKnownSettings = (env: Env): Settings => lastKnownConfig(env).settings;

/** The settings for this browser: a developer may have chosen another template for it. */
export const settingsForBrowser = (c: HonoContext<HonoEnv>, settings: Settings): Settings =>
  c.var.template ? { ...settings, template: c.var.template } : settings;

const shippedLocaleOf = (tag: string): ShippedLocale | undefined =>
  SHIPPED_LOCALES.find((locale) => tag.toLowerCase().split('-')[0] === locale);

/** The language in the query `lang` of a page that visitors may open; undefined if there is none. */
function localeInAddress(c: HonoContext): ShippedLocale | undefined {
  const requested = c.req.query('lang');
  const page = requested && pageAt(c.req.path);
  return page && PAGES[page].access !== 'member' ? SHIPPED_LOCALES.find((locale) => locale === requested) : undefined;
}

/** Stores the language of the page's address in the cookie, so that the calls of the page get it too. */
export function storeLocaleOfAddress(c: HonoContext<HonoEnv>): void {
  const locale = localeInAddress(c);
  const isSecure = c.var.env.SITE_URL.startsWith('https:');
  if (locale) setCookie(c, LOCALE_COOKIE, locale, { maxAge: YEAR_SECONDS, path: '/', sameSite: 'Lax', secure: isSecure });
}

/**
 * The language of a request: from its address, else the cookie, else the browser's languages, else `fallback`
 * (docs/product.md, "Choice of language").
 */
export function localeOfRequest(c: HonoContext, fallback: string): ShippedLocale {
  const accepted = (c.req.header('Accept-Language') ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', q = 'q=1'] = part.trim().split(';');
      return { tag, weight: Number(q.replace(/^\s*q=/i, '')) };
    })
    // A weight of 0 means that the language is not acceptable.
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const candidates = [getCookie(c, LOCALE_COOKIE) ?? '', ...accepted.map(({ tag }) => tag), fallback];
  return localeInAddress(c) ?? candidates.map(shippedLocaleOf).find((locale) => locale !== undefined) ?? 'en';
}

function visitorOf(c: HonoContext, env: Env, settings: Settings): Visitor {
  const { origin } = new URL(c.req.url);
  return {
    origin: allowedOrigins(env).includes(origin) ? origin : env.SITE_URL,
    network: networkOf(c.req.raw),
    country: asCountry(c.req.header('CF-IPCountry') ?? null),
    networkCountry: networkCountryOf(c.req.raw),
    locale: localeOfRequest(c, settings.domain_language),
    device: (c.req.header('User-Agent') ?? '').slice(0, 255),
    isPageHidden: c.req.header('X-Page-Hidden') === '1',
  };
}

const afterAnswer = (c: HonoContext, work: () => Promise<unknown>) => {
  c.executionCtx.waitUntil(
    work().catch((error: unknown) => logLine('warn', { at: 'later', name: error instanceof Error ? error.name : 'unknown' })),
  );
};

/** When this isolate last logged a fault of a server, by both. */
const replicaFaultsLoggedAt = new Map<string, number>();

/** Logs that a replica is passed over, at most once a minute for each server and fault. */
function logReplicaFault({ url, fault }: ReplicaFault): void {
  const now = Date.now();
  if (now < (replicaFaultsLoggedAt.get(`${fault} ${url}`) ?? 0) + MINUTE) return;
  replicaFaultsLoggedAt.set(`${fault} ${url}`, now);
  logLine('warn', { at: 'replica', host: new URL(url).host, fault });
}

/** The databases of a request, for its sender. They are opened once. */
export function databasesOf(c: HonoContext<HonoEnv>): OpenedDatabases {
  const { DB_URL: primaryUrl, DB_READ_URL: replicaUrls, DB_TOKEN: authToken } = c.var.env;
  const reader = { seen: bookmarkIn(c), isMember: hasSessionCookie(c) };
  const databases = c.var.databases ?? openDatabases({ primaryUrl, replicaUrls, authToken, onFault: logReplicaFault }, reader);
  c.set('databases', databases);
  return databases;
}

/**
 * Sets the bookmark of the answer in its cookie, for members and after a change, and returns it for the header of the answer; null if there
 * is none to set. Called when all that the answer tells has been read and written.
 */
export const keepBookmark = (c: HonoContext<HonoEnv>, hasWritten: boolean): string | null =>
  renewBookmark(c, databasesOf(c), c.var.env.SITE_URL, hasWritten || hasSessionCookie(c));

/** Creates the context of a use case, once per request. `readInForce` replaces the read of settings and prices. */
export async function contextOf(
  c: HonoContext<HonoEnv>,
  readInForce: (env: Env, db: Database, now: number) => Promise<OperatorConfig> = readOperatorConfig,
): Promise<Context> {
  const { env } = c.var;
  const now = Date.now();
  const { db, readDb } = databasesOf(c);
  const { settings: all, creditPrices, migration } = await readInForce(env, db, now);
  const settings = settingsForBrowser(c, all);
  return {
    db,
    readDb,
    env,
    settings,
    creditPrices,
    areWritesStopped: areWritesStopped(migration, now),
    now,
    visitor: visitorOf(c, env, settings),
    session: await sessionPort(c, env.SITE_URL),
    deskSession: await deskSessionPort(c),
    knownDevice: knownDevicePort(c, env, now),
    limits: noLimits(),
    later: (work) => afterAnswer(c, work),
    publish({ events = [], mails = [] }) {
      afterAnswer(c, async () => {
        const pushes = events.length > 0 ? await deliverEvents(env, db, events, { leavesDeletion: true }) : [];
        // Apart from the mails below, which must not wait for a slow push service.
        afterAnswer(c, () => sendPushes({ env, db, settings }, pushes));
        if (mails.length > 0) await deliverMails(env, db, mails, now);
      });
    },
  };
}
