import * as v from 'valibot';
import { expect, test } from 'vitest';
import { decryptToken, encryptToken } from '../../../worker/lib/encrypted-token.ts';

const SECRET = 'a secret of the site that is long enough';
const Claims = v.object({ page: v.number() });

test('an encrypted token gives its claims back', async () => {
  expect(await decryptToken(SECRET, await encryptToken(SECRET, { page: 2 }), Claims)).toEqual({ page: 2 });
});

test('an encrypted token is worth nothing if it is malformed, made with another secret, changed, or holds other claims', async () => {
  const token = await encryptToken(SECRET, { page: 2 });
  const changed = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
  const others = ['', '!', 'AAAA', changed, await encryptToken(`${SECRET}!`, { page: 2 }), await encryptToken(SECRET, { page: 'two' })];
  for (const other of others) expect([other, await decryptToken(SECRET, other, Claims)]).toEqual([other, null]);
});
