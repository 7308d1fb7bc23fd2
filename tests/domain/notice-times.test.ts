import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceKind } from '../../worker/domain/device-kind.ts';
import { endOfQuiet, minutesAt } from '../../worker/domain/notice-rules.ts';
import { nextSummaries } from '../../worker/domain/summary-times.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const at = (instant: string) => Date.parse(instant);
const iso = (time: number) => new Date(time).toISOString();

describe('the next summaries', () => {
  test.each([
    ['in the morning', '2026-11-25T08:00:00Z', 'UTC', '2026-11-25T18:00:00Z', '2026-11-29T18:00:00Z'],
    ['at six', '2026-11-25T18:00:00Z', 'UTC', '2026-11-26T18:00:00Z', '2026-11-29T18:00:00Z'],
    ['a second after six', '2026-11-25T18:00:01Z', 'UTC', '2026-11-26T18:00:00Z', '2026-11-29T18:00:00Z'],
    ['where it is evening already', '2026-11-25T08:00:00Z', 'Pacific/Auckland', '2026-11-26T05:00:00Z', '2026-11-29T05:00:00Z'],
    ['on Sunday after six', '2026-11-29T18:30:00Z', 'UTC', '2026-11-30T18:00:00Z', '2026-12-06T18:00:00Z'],
    ['before clocks are put back', '2026-10-24T17:00:00Z', 'Europe/Amsterdam', '2026-10-25T17:00:00Z', '2026-10-25T17:00:00Z'],
    ['before clocks are put forward', '2026-03-28T18:00:00Z', 'Europe/Amsterdam', '2026-03-29T16:00:00Z', '2026-03-29T16:00:00Z'],
    ['where hours are not whole', '2026-11-25T08:00:00Z', 'Asia/Kathmandu', '2026-11-25T12:15:00Z', '2026-11-29T12:15:00Z'],
    ['where the zone is not known', '2026-11-25T08:00:00Z', null, '2026-11-25T18:00:00Z', '2026-11-29T18:00:00Z'],
  ])('%s', (_, now, zone, daily, weekly) => {
    const next = nextSummaries(at(now), zone);
    expect([iso(next.daily), iso(next.weekly)]).toEqual([daily, weekly].map((time) => time.replace('Z', '.000Z')));
  });

  test('are always ahead, at six o’clock in the evening, and no further than they must be', () => {
    const instant = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    const zone = fc.constantFrom('Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Chatham', null);
    fc.assert(
      fc.property(instant, zone, (now, where) => {
        const { daily, weekly } = nextSummaries(now, where);
        expect([minutesAt(daily, where), minutesAt(weekly, where)]).toEqual([18 * 60, 18 * 60]);
        expect(daily > now && daily - now <= DAY + HOUR).toBe(true);
        expect(weekly >= daily && weekly - now <= 7 * DAY + HOUR).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('quiet hours', () => {
  test.each([
    ['before them', '2026-11-25T21:59:59Z', '22:00', '07:00', null],
    ['as they begin', '2026-11-25T22:00:00Z', '22:00', '07:00', '2026-11-26T07:00:00.000Z'],
    ['after midnight', '2026-11-26T03:30:30Z', '22:00', '07:00', '2026-11-26T07:00:00.000Z'],
    ['as they end', '2026-11-26T07:00:00Z', '22:00', '07:00', null],
    ['by day', '2026-11-25T12:30:00Z', '12:00', '13:00', '2026-11-25T13:00:00.000Z'],
    ['that begin as they end', '2026-11-25T12:30:00Z', '12:30', '12:30', null],
  ])('%s', (_, now, from, to, end) => {
    const found = endOfQuiet(at(now), 'UTC', from, to);
    expect(found === null ? null : iso(found)).toBe(end);
  });
});

test('a device is the same after an update, and another browser or system is another', () => {
  const ua = (system: string, browser: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}`;
  const linux = ua('X11; Linux x86_64', 'Chrome/141.0.0.0 Safari/537.36');
  expect(deviceKind(ua('X11; Linux x86_64', 'Chrome/142.0.7444.59 Safari/537.36'))).toBe(deviceKind(linux));
  expect(deviceKind(ua('iPhone; CPU iPhone OS 18_1 like Mac OS X', 'Version/18.1 Safari/604.1'))).toBe(
    deviceKind(ua('iPhone; CPU iPhone OS 18_2_1 like Mac OS X', 'Version/18.2 Safari/604.1')),
  );
  const others = [ua('Windows NT 10.0; Win64; x64', 'Chrome/141.0.0.0 Safari/537.36'), ua('X11; Linux x86_64', 'Firefox/141.0')];
  expect(new Set([linux, ...others].map(deviceKind)).size).toBe(3);
});
