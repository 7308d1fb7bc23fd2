/** Digits and capital letters without those that look alike: 32, so that every byte chooses one with equal probability. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A new number of 50 random bits, which cannot be guessed and is easy to read out. */
export const newReadableNumber = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');
