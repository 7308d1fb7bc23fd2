import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import { isLander, PAGES, type PageName, withoutTrailingSlash } from '#contract/pages/page-routes';
import type { HonoEnv } from '../request-context.ts';

const CoreTexts = v.object({ titles: v.record(v.string(), v.string()), descriptions: v.record(v.string(), v.string()) });
type CoreTexts = v.InferOutput<typeof CoreTexts>;
const CardTexts = v.object({ age_up_to: v.string(), age_from: v.string() });
const LanderTexts = v.record(v.string(), v.unknown());
const HeadTexts = v.object({ title: v.string(), description: v.string() });
/** Title and description of a page, for its head. */
export type HeadTexts = v.InferOutput<typeof HeadTexts>;

/** Fetches a file of the build by its path. */
export const assetOf = (c: HonoContext<HonoEnv>, path: string) => c.var.env.ASSETS.fetch(new URL(path, c.req.url));

/** A function that reads locale files of one schema, each once per isolate. */
function localeFileReader<S extends v.GenericSchema>(schema: S) {
  const cache = new Map<string, v.InferOutput<S>>();
  return async (c: HonoContext<HonoEnv>, path: string): Promise<v.InferOutput<S>> => {
    const texts = cache.get(path) ?? v.parse(schema, await (await assetOf(c, path)).json());
    cache.set(path, texts);
    return texts;
  };
}

const coreTexts = localeFileReader(CoreTexts);
const cardTexts = localeFileReader(CardTexts);
const landerTexts = localeFileReader(LanderTexts);

/** The titles and descriptions of the pages in a language. */
export const headTextsIn = (c: HonoContext<HonoEnv>, locale: string): Promise<CoreTexts> => coreTexts(c, `/_i18n/${locale}/messages.json`);

/** The sentences for age bands with an open end, in a language. */
export const cardTextsIn = (c: HonoContext<HonoEnv>, locale: string) => cardTexts(c, `/_i18n/${locale}/cards.json`);

/** A title or description with the site's name filled in; '' if there is none. */
export const withSite = (sentence: string | undefined, name: string): string => (sentence ?? '').replace('{{site}}', name);

const SIGNUP_PAGES: readonly PageName[] = ['signup', 'members-memberId-signup'];

interface Site {
  readonly name: string;
  /** Whether the visitor may sign up. */
  readonly isSignupOpen: boolean;
}

/**
 * Title and description of a page in a language; null is the error page. Those of a landing page are in its own locale file, under the slug
 * if it has one.
 */
export async function headTextsOf(
  c: HonoContext<HonoEnv>,
  page: PageName | null,
  locale: string,
  { name: site, isSignupOpen }: Site,
): Promise<HeadTexts> {
  if (page && isLander(page)) {
    const texts = await landerTexts(c, `/_i18n/${locale}/${PAGES[page].texts}.json`);
    const slug = withoutTrailingSlash(c.req.path).split('/').at(-1) ?? '';
    const { title, description } = v.parse(HeadTexts, PAGES[page].path.endsWith(':slug') ? texts[slug] : texts);
    return { title: withSite(title, site), description: withSite(description, site) };
  }
  const { titles, descriptions } = await headTextsIn(c, locale);
  if (!isSignupOpen && page && SIGNUP_PAGES.includes(page))
    return { title: titles['signup-closed'] ?? '', description: withSite(descriptions.site, site) };
  const title = titles[page ?? 'error']?.replace('{{status}}', '404') ?? '';
  return { title, description: withSite(descriptions[page ?? 'site'] ?? descriptions.site, site) };
}
