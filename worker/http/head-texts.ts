import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import type { HonoEnv } from './request-context.ts';

const HeadTexts = v.object({ titles: v.record(v.string(), v.string()), descriptions: v.record(v.string(), v.string()) });
type HeadTexts = v.InferOutput<typeof HeadTexts>;

const known = new Map<string, HeadTexts>();

/** A file of the built page. */
export const assetOf = (c: HonoContext<HonoEnv>, path: string) => c.var.env.ASSETS.fetch(new URL(path, c.req.url));

/** What the site says of itself before any script runs: titles and descriptions of its pages, from the core of that language. */
export async function headTextsIn(c: HonoContext<HonoEnv>, locale: string): Promise<HeadTexts> {
  const found = known.get(locale) ?? v.parse(HeadTexts, await (await assetOf(c, `/_i18n/${locale}/messages.json`)).json());
  known.set(locale, found);
  return found;
}

/** One of these sentences, with the site's name in it. */
export const withSite = (sentence: string | undefined, name: string): string => (sentence ?? '').replace('{{site}}', name);
