import { CAUTION_LISTS } from '../features/chat/cautions/caution-lists.ts';

const PLACEHOLDER = /\{\{cautions_(\w+)\}\}/g;
const collator = new Intl.Collator('en');

/** The entries without repetitions, sorted and joined for a reader. A final `*`, which stands for any ending, becomes `…`. */
const joinedForReaders = (entries: readonly string[]): string =>
  [...new Set(entries)]
    .toSorted(collator.compare)
    .map((entry) => entry.replace(/\*$/, '…'))
    .join(', ');

const PUBLISHED: Readonly<Record<string, string>> = {
  money: joinedForReaders(CAUTION_LISTS.money),
  elsewhere: joinedForReaders(CAUTION_LISTS.elsewhere),
  sites: joinedForReaders(CAUTION_LISTS.sites),
  endings: joinedForReaders(CAUTION_LISTS.endings.map((ending) => `.${ending}`)),
};

/** Replaces every `{{cautions_<name>}}` in the source of a text page by the list of that name. An unknown name is left as it is. */
export const insertCautionLists = (source: string): string =>
  source.replaceAll(PLACEHOLDER, (placeholder, name: string) => PUBLISHED[name] ?? placeholder);
