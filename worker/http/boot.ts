import type { Context as HonoContext } from 'hono';
import type { Boot } from '#contract/boot';
import type { Locale } from '#contract/primitives';
import { isDatabaseAway } from '#db/client';
import { asMember } from '../domain/as-member.ts';
import { countryOf } from '../domain/card.ts';
import { regionsOf } from '../domain/catalogue.ts';
import type { Context } from '../domain/context.ts';
import { Refusal } from '../domain/errors.ts';
import { publicSettings, selectedCountry } from '../domain/site-settings.ts';
import { userOf, userStatements } from '../domain/user.ts';
import { contextOf, type HonoEnv, lastGood, localeOfRequest } from './request-context.ts';

type Viewer = Pick<Boot, 'user' | 'ban_reason'>;

async function viewerOf(ctx: Context): Promise<Viewer> {
  if (!ctx.session.claim) return { user: 'signed_out' };
  try {
    const [member, ...rows] = await asMember(ctx, userStatements);
    return { user: userOf(member, rows, ctx.now) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'banned') return { user: 'banned', ban_reason: error.details?.reason ?? null };
    ctx.session.end();
    return { user: 'signed_out' };
  }
}

/** What the first screen needs, in one round trip; with the database away still the shell, `user: unknown` (api.md, Around it). */
export async function bootOf(c: HonoContext<HonoEnv>, build: string): Promise<Boot> {
  const { env } = c.var;
  const isDevelopment = env.ENVIRONMENT === 'development';
  try {
    const ctx = await contextOf(c);
    const country = selectedCountry(ctx);
    const [viewer, regions] = await Promise.all([viewerOf(ctx), country ? regionsOf(ctx, country) : []]);
    return {
      settings: await publicSettings(ctx, regions),
      ...viewer,
      locale: ctx.visitor.locale,
      build,
      is_development: isDevelopment,
    };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    const inForce = lastGood(env);
    const locale: Locale = localeOfRequest(c, inForce.settings.domain_language);
    const visitor = { country: countryOf(c.req.header('CF-IPCountry') ?? null), locale };
    const known = await publicSettings({ ...inForce, visitor, now: Date.now(), env }, []);
    return { settings: known, user: 'unknown', locale, build, is_development: isDevelopment };
  }
}
