import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birthDateOf, birthPartsOf, birthProblem, isUntouched, monthNames, orderOfParts } from '../../../../web/ui/forms/birth-date.ts';

const TODAY = new Date(2026, 10, 21);
const dateOf = (day: string, month: string, year: string) => birthDateOf({ day, month, year }, 18, TODAY);

describe('a date of birth', () => {
  test.each([
    ['1', '2', '1990', '1990-02-01'],
    [' 29 ', '2', '2000', '2000-02-29'],
    ['21', '11', '2008', '2008-11-21'],
    ['22', '11', '1925', '1925-11-22'],
  ])('%s %s %s is accepted', (day, month, year, date) => {
    expect(dateOf(day, month, year)).toBe(date);
  });

  test.each([
    ['29', '2', '2001'],
    ['31', '4', '1990'],
    ['0', '1', '1990'],
    ['1', '13', '1990'],
    ['1', '', '1990'],
    ['', '', ''],
    ['1', '1', '90'],
    ['1', '1', '0000'],
    ['one', '1', '1990'],
  ])('%j %j %j is rejected', (day, month, year) => {
    expect(dateOf(day, month, year)).toBeNull();
  });

  test('is accepted from the birthday on which the minimum age is reached', () => {
    expect(dateOf('21', '11', '2008')).not.toBeNull();
    expect(dateOf('22', '11', '2008')).toBeNull();
    expect(dateOf('1', '12', '2008')).toBeNull();
  });

  test('is accepted up to an age of a hundred years', () => {
    expect(dateOf('21', '11', '1926')).not.toBeNull();
    expect(dateOf('21', '11', '1925')).toBeNull();
  });

  test.each([
    ['1', '1', '1900', 'too_old'],
    ['1', '1', '0001', 'too_old'],
    ['1', '1', '2020', 'error'],
    ['1', '1', '2090', 'error'],
    ['31', '2', '1900', 'error'],
    ['', '', '', 'error'],
    ['1', '1', '1990', null],
  ] as const)('%j %j %j has the problem %s', (day, month, year, problem) => {
    expect(birthProblem({ day, month, year }, 18, TODAY)).toBe(problem);
  });

  test('split into its parts and joined again is the same', () => {
    const days = fc.date({ min: new Date('1930-01-01'), max: new Date('2007-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const date = day.toISOString().slice(0, 10);
        expect(birthDateOf(birthPartsOf(date), 18, TODAY)).toBe(date);
      }),
    );
  });
});

test('a date of birth is untouched only while all its parts are empty', () => {
  expect(isUntouched(birthPartsOf(null))).toBe(true);
  expect(isUntouched({ day: '', month: '5', year: '' })).toBe(false);
});

test('the language decides on the order of the parts and the names of the months', () => {
  expect(orderOfParts('nl')).toEqual(['day', 'month', 'year']);
  expect(orderOfParts('en-US')).toEqual(['month', 'day', 'year']);
  expect(monthNames('nl')).toHaveLength(12);
  expect(monthNames('nl')[2]).toEqual({ value: '3', label: 'maart' });
});
