/** Digits and capital letters without those that look alike: 32, so that every byte chooses one with equal probability. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A new number of a complaint, notice or case: 50 random bits, which cannot be guessed and are easy to read out. */
export const newReferenceNumber = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');

/** A number as it is shown to people: two groups of five. */
export const groupedNumber = (number: string): string => `${number.slice(0, LENGTH / 2)}-${number.slice(LENGTH / 2)}`;
