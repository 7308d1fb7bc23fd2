import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * The scrypt cost: 165 ms in workerd, the most that a Worker's memory and time allow (docs/decisions/0009-hash-passwords-with-scrypt.md).
 */
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;

const derive = (password: string, salt: Uint8Array) =>
  new Promise<Uint8Array>((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** The salted scrypt hash of a password as `scrypt$<salt>$<key>`, both base64. The password is normalized to NFC. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return `scrypt$${salt.toString('base64')}$${Buffer.from(key).toString('base64')}`;
}

/** A hash that no password fits. It is compared for an unknown account, so that the answer takes the same time. */
const DUMMY_HASH = `scrypt$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

/** Whether a password fits a stored hash. For null (no such account) it takes the same time and returns false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', key = ''] = (stored ?? DUMMY_HASH).split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64'));
  const expected = Buffer.from(key, 'base64');
  return expected.length === derived.length && timingSafeEqual(derived, expected) && stored !== null;
}
