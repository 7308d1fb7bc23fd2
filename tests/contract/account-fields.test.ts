import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { TimeZone } from '#contract/account-changes';
import { isNameTheEmail, Name } from '#contract/member-name';
import { Password } from '#contract/passwords';

const errorCodeOf = (schema: v.GenericSchema, value: unknown): string | null => v.safeParse(schema, value).issues?.[0].message ?? null;

describe('a name', () => {
  test.each([
    'N',
    'Noor',
    'Zoë-Anaïs',
    '李娜',
    "O'Brien",
    'Jo@ris',
    '👩‍❤️‍👨',
    'می‌خواهم',
    'नेहा',
    'Nguyễn Thị Ngọc',
    'นิดหน่อย',
    'x'.repeat(150),
    '😀'.repeat(150),
  ])('accepts %s', (name) => {
    expect(errorCodeOf(Name, name)).toBeNull();
  });

  test.each([
    ['', 'required'],
    [' \t ', 'required'],
    ['@noor', 'not_allowed'],
    ['  @noor', 'not_allowed'],
    ['x'.repeat(151), 'too_long'],
    ['😀'.repeat(151), 'too_long'],
    ['No\u0000or', 'not_allowed'],
    ['Noor\nBcc: all@example.org', 'not_allowed'],
    ['No\u001b[31mor', 'not_allowed'],
    ['No\u202eroor', 'not_allowed'],
    ['\u200b\u200b', 'required'],
    ['\u3164', 'required'],
    ['No\u2060or', 'not_allowed'],
    ['\u200d@noor', 'not_allowed'],
    ['＠noor', 'not_allowed'],
    ['Noor \u200c', 'not_allowed'],
    ['N\u200d\u200door', 'not_allowed'],
    [`Z${'\u0335'.repeat(9)}oe`, 'not_allowed'],
    ['No\ud800or', 'wrong_type'],
    [7, 'wrong_type'],
  ])('refuses %j', (name, fault) => {
    expect(errorCodeOf(Name, name)).toBe(fault);
  });
});

describe('the e-mail address as a name', () => {
  test.each(['noor@example.org', ' Noor@Example.org ', 'noor＠example.org', 'no\u200dor@example.org'])('is recognized in %j', (name) => {
    expect(isNameTheEmail(name, 'noor@example.org')).toBe(true);
  });

  test('is not recognized in the part before its @ alone', () => {
    expect(isNameTheEmail('noor', 'noor@example.org')).toBe(false);
  });
});

describe('a password', () => {
  test.each(['eight ch', '  spaces stay  ', '😀'.repeat(8), 'x'.repeat(1000)])('accepts %j unchanged', (password) => {
    expect(v.parse(Password, password)).toBe(password);
  });

  test.each([
    ['', 'required'],
    ['seven c', 'too_short'],
    ['😀😀😀😀', 'too_short'],
    ['x'.repeat(1001), 'too_long'],
    ['eight ch\ud800', 'wrong_type'],
    [12_345_678, 'wrong_type'],
    [null, 'wrong_type'],
  ])('refuses %j', (password, fault) => {
    expect(errorCodeOf(Password, password)).toBe(fault);
  });
});

describe('a time zone', () => {
  test.each(['Europe/Amsterdam', 'UTC', 'America/Argentina/Buenos_Aires'])('accepts %s', (zone) => {
    expect(errorCodeOf(TimeZone, zone)).toBeNull();
  });

  test.each([
    ['Mars/Olympus', 'unknown'],
    ['', 'unknown'],
    ['x'.repeat(65), 'too_long'],
    [1, 'wrong_type'],
  ])('refuses %j', (zone, fault) => {
    expect(errorCodeOf(TimeZone, zone)).toBe(fault);
  });
});
