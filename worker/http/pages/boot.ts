import type { Context as HonoContext } from 'hono';
import type { listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import type { LikesAnswer } from '#contract/likes';
import type { SearchAnswer } from '#contract/members';
import type { Boot } from '#contract/pages/boot';
import type { FeaturedMemberAnswer } from '#contract/pages/featured-member';
import type { Locale } from '#contract/primitives';
import { isDatabaseUnreachable } from '#db/client';
import { regionsOf } from '../../domain/catalogue.ts';
import type { Context, PageRequest } from '../../domain/context.ts';
import { Refusal } from '../../domain/errors.ts';
import { asCountry } from '../../domain/profile-card.ts';
import { publicSettings, selectedCountry } from '../../domain/public-settings.ts';
import { requireSession } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { logLine } from '../../lib/log.ts';
import { networkCountryOf } from '../client-network.ts';
import { contextOf, type HonoEnv, lastKnownConfig, localeOfRequest, settingsForBrowser } from '../request-context.ts';

type Viewer = Pick<Boot, 'user' | 'ban_reason'>;

/** An initial answer of a page: the answer to a call that its screen begins with. */
export type InitialAnswer = SearchAnswer | FeaturedMemberAnswer | OutputOf<typeof listChats> | LikesAnswer;
type Found = InitialAnswer | readonly InitialAnswer[] | null;
/**
 * A function that gives the initial answers of a page, null if it has none for this address or viewer. As `indexable` if search engines may
 * show a page that they otherwise may not, or `missing`, which makes the page a 404.
 */
export type ReadInitialAnswer = (ctx: Context, asked: PageRequest) => Promise<Found | { readonly indexable: Found } | 'missing'>;

type FoundAnswer = Pick<PageStart, 'answers' | 'isIndexable'>;
const NO_ANSWER: FoundAnswer = { answers: [], isIndexable: false };

const listOf = (found: Found): readonly InitialAnswer[] => [found ?? []].flat();

/** The initial answers of a page. Empty if they cannot be had: the screen then makes the calls itself. */
async function readInitialAnswer(ctx: Context, request: PageRequest, ask: ReadInitialAnswer | null): Promise<FoundAnswer> {
  if (!ask) return NO_ANSWER;
  try {
    const found = await ask(ctx, request);
    if (found === 'missing') return { answers: found, isIndexable: false };
    return found !== null && 'indexable' in found
      ? { answers: listOf(found.indexable), isIndexable: true }
      : { answers: listOf(found), isIndexable: false };
  } catch (error) {
    logLine('warn', { at: 'first answer', name: error instanceof Error ? error.name : 'unknown' });
    return NO_ANSWER;
  }
}

/** The `user` of the boot data, and the initial answers for that user. Ends a session that is not valid. */
async function readViewer(ctx: Context, url: URL, ask: ReadInitialAnswer | null): Promise<Viewer & FoundAnswer> {
  if (!ctx.session.credential) return { user: 'signed_out', ...(await readInitialAnswer(ctx, { member: null, url }, ask)) };
  try {
    // The loading of a page does not count as activity, because nobody may ever look at it. Its first call does.
    const inactiveCtx = { ...ctx, visitor: { ...ctx.visitor, isPageHidden: true } };
    const { member, ...rows } = await requireSession(inactiveCtx, userStatements, 'readDb');
    return { user: userOf(member, rows, ctx.now), ...(await readInitialAnswer(ctx, { member, url }, ask)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'banned') return { user: 'banned', ban_reason: error.details?.reason ?? null, ...NO_ANSWER };
    ctx.session.end();
    return { user: 'signed_out', ...NO_ANSWER };
  }
}

interface PageStart {
  readonly boot: Boot;
  readonly answers: readonly InitialAnswer[] | 'missing';
  /** Whether search engines may show this page because of its initial answers. */
  readonly isIndexable: boolean;
}

/**
 * The boot data of a page, read in one round trip, and its initial answers, read in another. If the database cannot be reached, the page
 * gets the last known settings and the user `unknown` (docs/product.md, "Database outage"). `ask` gives the initial answers, null if the
 * page has none.
 */
export async function readPageStart(c: HonoContext<HonoEnv>, build: string, ask: ReadInitialAnswer | null): Promise<PageStart> {
  const { env } = c.var;
  const isDevelopment = env.ENVIRONMENT === 'development';
  try {
    const ctx = await contextOf(c);
    const country = selectedCountry(ctx);
    const [{ answers, isIndexable, ...viewer }, regions] = await Promise.all([
      readViewer(ctx, new URL(c.req.url), ask),
      country ? regionsOf(ctx, country) : [],
    ]);
    const settings = await publicSettings(ctx, regions);
    return { boot: { settings, ...viewer, locale: ctx.visitor.locale, build, is_development: isDevelopment }, answers, isIndexable };
  } catch (error) {
    if (!isDatabaseUnreachable(error)) throw error;
    const { settings, creditPrices } = lastKnownConfig(env);
    const locale: Locale = localeOfRequest(c, settings.domain_language);
    const networkCountry = networkCountryOf(c.req.raw);
    const visitor = { country: asCountry(networkCountry), networkCountry, locale };
    const lastSettings = await publicSettings(
      { settings: settingsForBrowser(c, settings), creditPrices, visitor, now: Date.now(), env },
      [],
    );
    return { boot: { settings: lastSettings, user: 'unknown', locale, build, is_development: isDevelopment }, ...NO_ANSWER };
  }
}
