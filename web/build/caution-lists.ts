import { LISTS } from '../features/chat/cautions/caution-lists.ts';

const PLACE = /\{\{cautions_(\w+)\}\}/g;
const collator = new Intl.Collator('en');

/** A `*` stands for any ending. */
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

/** Puts the lists that messages are read with where a text publishes them. */
export const withCautionLists = (source: string): string => source.replaceAll(PLACE, (place, name: string) => PUBLISHED[name] ?? place);
