import type { ShippedLocale } from '#contract/primitives';
import addresses from './addresses.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

/**
 * The phrases of one language for money and for another place to talk, and its words for the dot and the at sign of an address. A `*` stands
 * for any ending.
 */
export interface CautionList {
  readonly money: readonly string[];
  readonly elsewhere: readonly string[];
  readonly dot: readonly string[];
  readonly at: readonly string[];
}

/** One list for each language. All of them apply to every message, whoever reads it, and are published on the service page. */
const BY_LANGUAGE: Readonly<Record<ShippedLocale, CautionList>> = { en, nl, de, it, fr, es, pl };

/** The entries of one field in all languages, each once. */
const mergeLists = (field: keyof CautionList): readonly string[] => [...new Set(Object.values(BY_LANGUAGE).flatMap((list) => list[field]))];

/** The lists by which cautions are found; from addresses.json: `endings` are top-level domains, `sites` are hosts. */
export const CAUTION_LISTS = {
  ...addresses,
  money: mergeLists('money'),
  elsewhere: [...addresses.apps, ...mergeLists('elsewhere')],
  dot: mergeLists('dot'),
  at: mergeLists('at'),
};
