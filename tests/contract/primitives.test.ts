import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { boundedText, CalendarDay, clampedNumber, EmailAddress, Flag, Id, Slug } from '#contract/primitives';
import { cpuMsOf } from '../support/timing/cpu-time.ts';

/** The first error code that a schema returns, or null. */
const errorCodeOf = (schema: v.GenericSchema, value: unknown): string | null => v.safeParse(schema, value).issues?.[0].message ?? null;

describe('a text', () => {
  const short = boundedText(1, 5);

  test('is trimmed and composed (NFC)', () => {
    expect(v.parse(short, '  Zoe\u0308 ')).toBe('Zoë');
  });

  test('is counted in code points', () => {
    expect(errorCodeOf(short, '😀😀😀😀😀')).toBeNull();
    expect(errorCodeOf(short, '😀😀😀😀😀😀')).toBe('too_long');
    expect(errorCodeOf(boundedText(0, 3), 'e\u0301e\u0301e\u0301')).toBeNull();
  });

  test.each([
    ['', 'required'],
    ['   \n\t', 'required'],
    ['\u200b\u2060\u200d', 'required'],
    ['\u3164 \u2800\u00ad', 'required'],
    ['\u202e\ufe0f', 'required'],
    ['123456', 'too_long'],
    ['\uD83D', 'wrong_type'],
    ['a\uDE00b', 'wrong_type'],
    [5, 'wrong_type'],
    [['a'], 'wrong_type'],
    [{ length: 3 }, 'wrong_type'],
    [null, 'wrong_type'],
  ])('refuses %j', (value, fault) => {
    expect(errorCodeOf(short, value)).toBe(fault);
  });

  test('accepts a letter with many combining marks and quickly refuses too many', () => {
    const marked = boundedText(1, 5000);
    expect(errorCodeOf(marked, `Z${'\u0335\u0323'.repeat(32)}`)).toBeNull();
    const refuse = () => {
      for (const length of [100, 120_000, 1_000_000]) expect(errorCodeOf(marked, `Z${'\u0301\u0323'.repeat(length / 2)}`)).not.toBeNull();
      expect(errorCodeOf(marked, `Z${'\u0301'.repeat(60_000)}${'\u0323'.repeat(60_000)}`)).toBe('not_allowed');
    };
    expect(cpuMsOf(refuse)).toBeLessThan(1000);
  });

  test('may be empty with a minimum of 0, and is too_short below a higher minimum', () => {
    expect(v.parse(boundedText(0, 5), '  ')).toBe('');
    expect(errorCodeOf(boundedText(3, 5), 'ab')).toBe('too_short');
  });

  test('is within its length, trimmed, composed and well-formed for any input', () => {
    const clean = boundedText(0, 20);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (raw) => {
        const parsed = v.safeParse(clean, raw);
        if (!parsed.success) return;
        const { output } = parsed;
        expect([...output].length).toBeLessThanOrEqual(20);
        expect(output.isWellFormed()).toBe(true);
        expect(output).toBe(output.trim());
        expect(v.parse(clean, output)).toBe(output);
      }),
    );
  });
});

describe('a calendar day', () => {
  test('is accepted exactly if the calendar has it', () => {
    const part = (max: number, width: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(width, '0'));
    fc.assert(
      fc.property(part(9999, 4), part(13, 2), part(32, 2), (year, month, day) => {
        const isLeap = (Number(year) % 4 === 0 && Number(year) % 100 !== 0) || Number(year) % 400 === 0;
        const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
        const isReal = Number(year) > 0 && Number(day) >= 1 && Number(day) <= days;
        expect(v.is(CalendarDay, `${year}-${month}-${day}`)).toBe(isReal);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['2001-02-29', 'not_allowed'],
    ['2000-02-31', 'not_allowed'],
    ['2000-00-10', 'not_allowed'],
    ['2000-10-00', 'not_allowed'],
    ['0000-10-10', 'not_allowed'],
    ['2000-13-01', 'not_allowed'],
    ['2000-1-1', 'wrong_type'],
    ['01-02-2000', 'wrong_type'],
    ['2000-01-01T00:00:00Z', 'wrong_type'],
    ['+20000-01-01', 'wrong_type'],
    [20_000_101, 'wrong_type'],
  ])('refuses %s as %s', (day, fault) => {
    expect(errorCodeOf(CalendarDay, day)).toBe(fault);
  });

  test('accepts 29 February in a leap year', () => {
    expect(v.is(CalendarDay, '2000-02-29')).toBe(true);
  });
});

describe('a clamped number', () => {
  const page = clampedNumber(1, 48, 12);

  test.each([
    [undefined, 12],
    ['1', 1],
    ['48', 48],
    ['0', 1],
    ['-7', 1],
    ['49', 48],
    ['1e99', 48],
    ['7.9', 7],
    ['', 1],
    [20, 20],
    ['Infinity', 48],
  ])('of %j is %i', (raw, value) => {
    expect(v.parse(page, raw)).toBe(value);
  });

  test.each(['abc', 'NaN', '1,2', ['1', '2'], {}, true])('refuses %j', (raw) => {
    expect(errorCodeOf(page, raw)).toBe('wrong_type');
  });

  test('is always a whole number between its limits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (raw) => {
        const value = v.parse(page, String(raw));
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(1);
        expect(value).toBeLessThanOrEqual(48);
      }),
    );
  });
});

describe('an e-mail address', () => {
  test.each([
    [' Noor@Example.ORG ', 'noor@example.org'],
    ['a.b+c_d@sub.example.co.uk', 'a.b+c_d@sub.example.co.uk'],
    ["o'brien@example.ie", "o'brien@example.ie"],
  ])('%j becomes %s', (raw, stored) => {
    expect(v.parse(EmailAddress, raw)).toBe(stored);
  });

  test.each([
    ['', 'required'],
    ['   ', 'required'],
    ['noor', 'not_allowed'],
    ['noor@', 'not_allowed'],
    ['noor@example', 'not_allowed'],
    ['noor@localhost', 'not_allowed'],
    ['noor@127.0.0.1', 'not_allowed'],
    ['no or@example.org', 'not_allowed'],
    ['noor@example.org\nBcc: all@example.org', 'not_allowed'],
    ['noor@exa mple.org', 'not_allowed'],
    ['<noor@example.org>', 'not_allowed'],
    [`${'a'.repeat(250)}@example.org`, 'too_long'],
    [['noor@example.org'], 'wrong_type'],
    [null, 'wrong_type'],
  ])('refuses %j', (raw, fault) => {
    expect(errorCodeOf(EmailAddress, raw)).toBe(fault);
  });
});

describe('ids, slugs and flags', () => {
  test('an id is 22 characters of base64url', () => {
    expect(v.is(Id, 'abcdefghijklmnopqrst_-')).toBe(true);
    for (const other of ['', 'short', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}/`, `${'a'.repeat(22)}\n`]) {
      expect(errorCodeOf(Id, other)).toBe('unknown');
    }
    expect(errorCodeOf(Id, 7)).toBe('wrong_type');
  });

  test('a slug contains only letters, digits, _ and -', () => {
    expect(v.is(Slug, 'NL-UT')).toBe(true);
    for (const other of ['', 'a b', "a'b", 'a.b', 'a'.repeat(65)]) expect(errorCodeOf(Slug, other)).toBe('unknown');
  });

  test.each([
    ['1', true],
    ['true', true],
    [true, true],
    [1, true],
    ['0', false],
    ['false', false],
    ['', false],
  ])('the flag %j is %s', (raw, value) => {
    expect(v.parse(Flag, raw)).toBe(value);
  });

  test.each(['yes', '2', ['1'], {}])('the flag %j is refused', (raw) => {
    expect(errorCodeOf(Flag, raw)).toBe('wrong_type');
  });
});
