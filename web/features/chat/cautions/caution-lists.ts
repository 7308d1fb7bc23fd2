import type { ShippedLocale } from '#contract/primitives';
import addresses from './addresses.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

/** What one language says for money, for another place to talk, for the dot of an address and the sign in a mail address. A `*` stands for any ending. */
export interface CautionList {
  readonly money: readonly string[];
  readonly elsewhere: readonly string[];
  readonly dot: readonly string[];
  readonly at: readonly string[];
}

/** One list a language; all of them apply to every message, whoever reads it. They are shown on the service page. */
const BY_LANGUAGE: Readonly<Record<ShippedLocale, CautionList>> = { en, nl, de, it, fr, es, pl };

const all = (of: keyof CautionList): readonly string[] => [...new Set(Object.values(BY_LANGUAGE).flatMap((list) => list[of]))];

export const LISTS = {
  ...addresses,
  money: all('money'),
  elsewhere: [...addresses.apps, ...all('elsewhere')],
  dot: all('dot'),
  at: all('at'),
};
