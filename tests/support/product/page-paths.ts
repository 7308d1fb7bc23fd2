import { isSlugged, LANDER_SLUGS } from '#contract/pages/landers';
import { pageAt } from '#contract/pages/page-routes';

const EXAMPLE_VALUES: Readonly<Record<string, string>> = { type: 'matches', creditId: 'pack-50', paymentMethod: 'card', slug: 'slug' };

/** The path of a page with a valid value for every parameter; `id` is used for each parameter that is an id. */
export function examplePath(path: string, id: string): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => EXAMPLE_VALUES[name] ?? id);
  const page = pageAt(filled);
  return page && isSlugged(page) ? filled.replace(/slug$/, LANDER_SLUGS[page][0]) : filled;
}
