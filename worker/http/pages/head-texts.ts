import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import { isLander, PAGES, type PageName, plainPath } from '#contract/pages/page-routes';
import type { HonoEnv } from '../request-context.ts';

const CoreTexts = v.object({ titles: v.record(v.string(), v.string()), descriptions: v.record(v.string(), v.string()) });
type CoreTexts = v.InferOutput<typeof CoreTexts>;
const CardTexts = v.object({ age_up_to: v.string(), age_from: v.string() });
const LanderTexts = v.record(v.string(), v.unknown());
const HeadTexts = v.object({ title: v.string(), description: v.string() });
/** What a page is called and what it is about. */
export type HeadTexts = v.InferOutput<typeof HeadTexts>;

/** A file of the built page. */
export const assetOf = (c: HonoContext<HonoEnv>, path: string) => c.var.env.ASSETS.fetch(new URL(path, c.req.url));

/** Reads files of texts, each once. */
function reader<S extends v.GenericSchema>(schema: S) {
  const known = new Map<string, v.InferOutput<S>>();
  return async (c: HonoContext<HonoEnv>, path: string): Promise<v.InferOutput<S>> => {
    const found = known.get(path) ?? v.parse(schema, await (await assetOf(c, path)).json());
    known.set(path, found);
    return found;
  };
}

const coreTexts = reader(CoreTexts);
const cardTexts = reader(CardTexts);
const landerTexts = reader(LanderTexts);

/** What the site says of itself before any script runs: titles and descriptions of its pages, from the core of that language. */
export const headTextsIn = (c: HonoContext<HonoEnv>, locale: string): Promise<CoreTexts> => coreTexts(c, `/_i18n/${locale}/messages.json`);

/** How an age is told that has no other end. */
export const cardTextsIn = (c: HonoContext<HonoEnv>, locale: string) => cardTexts(c, `/_i18n/${locale}/cards.json`);

/** One of these sentences, with the site's name in it. */
export const withSite = (sentence: string | undefined, name: string): string => (sentence ?? '').replace('{{site}}', name);

const SIGN_UPS: readonly PageName[] = ['signup', 'members-memberId-signup'];

interface Site {
  readonly name: string;
  /** Whether whoever asks may join. */
  readonly isOpen: boolean;
}

/** Title and description of a page; a lander's stand in its own texts, under the slug where it has one. */
export async function headOf(
  c: HonoContext<HonoEnv>,
  page: PageName | null,
  locale: string,
  { name: site, isOpen }: Site,
): Promise<HeadTexts> {
  if (page && isLander(page)) {
    const texts = await landerTexts(c, `/_i18n/${locale}/${PAGES[page].texts}.json`);
    const slug = plainPath(c.req.path).split('/').at(-1) ?? '';
    const { title, description } = v.parse(HeadTexts, PAGES[page].path.endsWith(':slug') ? texts[slug] : texts);
    return { title: withSite(title, site), description: withSite(description, site) };
  }
  const { titles, descriptions } = await headTextsIn(c, locale);
  if (!isOpen && page && SIGN_UPS.includes(page))
    return { title: titles['signup-closed'] ?? '', description: withSite(descriptions.site, site) };
  const title = titles[page ?? 'error']?.replace('{{status}}', '404') ?? '';
  return { title, description: withSite(descriptions[page ?? 'site'] ?? descriptions.site, site) };
}
