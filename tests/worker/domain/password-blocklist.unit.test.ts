import { expect, test } from 'vitest';
import { isCommonPassword } from '../../../worker/domain/password-blocklist.ts';

test.each(['password', 'Password123', 'WELKOM01', 'qwertyuiop', '12345678', 'aaaaaaaa', '😀😀😀😀😀😀😀😀', ' iloveyou '])(
  '%s is on the list of common passwords',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['vonk-demo-2026', 'correct horse battery', 'passwordless day', 'a1b2c3d4e5f6g7'])(
  '%s is not on the list of common passwords',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
