/** Digits and capital letters without those that look alike: 32, so that every byte chooses one with equal probability. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A new number of 50 random bits by which people name something in a letter. It cannot be guessed and is easy to read out. */
export const newReferenceNumber = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');

/** A number as it is shown to people: two groups of five. */
export const groupedNumber = (number: string): string => `${number.slice(0, LENGTH / 2)}-${number.slice(LENGTH / 2)}`;
