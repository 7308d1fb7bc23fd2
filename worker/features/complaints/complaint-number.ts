/** Digits and capitals without those that look alike: 32 of them, so that a byte's last five bits choose one evenly. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A number nobody can guess and anybody can read out: fifty random bits. */
export const newNumber = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => SIGNS[byte % SIGNS.length] ?? '').join('');
