/** Small letters of other scripts that are drawn like ours, and those of ours whose stroke no decomposition takes away. */
const TWINS: Readonly<Record<string, string>> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', х: 'x', у: 'y', к: 'k', м: 'm', т: 't', в: 'b', н: 'h', і: 'i', ѕ: 's', ј: 'j' },
  ...{ α: 'a', ε: 'e', ο: 'o', ρ: 'p', ν: 'v', τ: 't', κ: 'k', ι: 'i', χ: 'x' },
  ...{ ł: 'l', ø: 'o', đ: 'd' },
};

/** A text in small letters as it looks to whoever reads Latin script. */
export const asLatin = (text: string): string => text.replace(/[łøđͰ-ӿ]/g, (letter) => TWINS[letter] ?? letter);
