import { LISTS } from '../features/chat/cautions/caution-lists.ts';

const PLACE = /\{\{cautions_(\w+)\}\}/g;
const collator = new Intl.Collator('en');

/** The entries without repetitions, sorted and joined for a reader. A final `*`, which stands for any ending, becomes `…`. */
const shown = (entries: readonly string[]): string =>
  [...new Set(entries)]
    .toSorted(collator.compare)
    .map((entry) => entry.replace(/\*$/, '…'))
    .join(', ');

const PUBLISHED: Readonly<Record<string, string>> = {
  money: shown(LISTS.money),
  elsewhere: shown(LISTS.elsewhere),
  sites: shown(LISTS.sites),
  endings: shown(LISTS.endings.map((ending) => `.${ending}`)),
};

/** Replaces every `{{cautions_<name>}}` in the source of a text page by the list of that name. An unknown name is left as it is. */
export const withCautionLists = (source: string): string =>
  source.replaceAll(PLACE, (placeholder, name: string) => PUBLISHED[name] ?? placeholder);
