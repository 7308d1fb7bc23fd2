/**
 * The Latin letter for each lower-case letter that looks like it: Cyrillic, then Greek, then Latin letters with a stroke, which Unicode
 * decomposition leaves as they are.
 */
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  τ: 't',
  κ: 'k',
  ι: 'i',
  χ: 'x',
  ł: 'l',
  ø: 'o',
  đ: 'd',
};

/** A lower-case text with its homoglyphs replaced by the Latin letters that they look like. Upper-case letters are left as they are. */
export const foldHomoglyphs = (text: string): string => text.replace(/[łøđͰ-ӿ]/g, (letter) => HOMOGLYPHS[letter] ?? letter);
