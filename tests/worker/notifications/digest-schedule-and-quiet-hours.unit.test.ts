import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { deviceKind } from '../../../worker/domain/create-session.ts';
import { minutesSinceMidnight, quietHoursEndAt } from '../../../worker/domain/notification-preferences.ts';
import { nextSummaries } from '../../../worker/features/notifications/summary-schedule.ts';

const at = (instant: string) => Date.parse(instant);
const aZone = fc.constantFrom('Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Chatham', null);
const iso = (time: number) => new Date(time).toISOString();

describe('the time of the next summaries', () => {
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

  test('is always in the future, at six in the evening, and the earliest possible', () => {
    const instant = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(instant, aZone, (now, where) => {
        const { daily, weekly } = nextSummaries(now, where);
        expect([minutesSinceMidnight(daily, where), minutesSinceMidnight(weekly, where)]).toEqual([18 * 60, 18 * 60]);
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
    const found = quietHoursEndAt(at(now), 'UTC', from, to);
    expect(found === null ? null : iso(found)).toBe(end);
  });

  test.each([
    ['the night clocks are put back', '2026-10-24T21:00:00Z', '07:00', '2026-10-25T06:00:00.000Z'],
    ['the night clocks are put forward', '2026-03-28T22:00:00Z', '07:00', '2026-03-29T05:00:00.000Z'],
    ['at a time that comes twice, the first', '2026-10-24T21:00:00Z', '02:30', '2026-10-25T00:30:00.000Z'],
    ['at a time that is leapt over, within the hour after', '2026-03-28T22:00:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
    ['just after midnight', '2026-10-24T21:00:00Z', '00:10', '2026-10-24T22:10:00.000Z'],
  ])('end on time %s', (_, now, to, end) => {
    const found = quietHoursEndAt(at(now), 'Europe/Amsterdam', '22:00', to);
    expect(found === null ? null : iso(found)).toBe(end);
  });

  test('last until their end, also across clock changes', () => {
    const instant = fc.integer({ min: at('2026-03-20T00:00:00Z'), max: at('2026-11-05T00:00:00Z') });
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30))
      .map(([h, m]) => [h, m].map((n) => String(n).padStart(2, '0')).join(':'));
    fc.assert(
      fc.property(instant, aZone, clock, clock, (now, zone, from, to) => {
        const end = quietHoursEndAt(now, zone, from, to);
        if (end === null) return;
        expect(end > now && end - now <= DAY + HOUR).toBe(true);
        const after = quietHoursEndAt(end, zone, from, to);
        // They do not begin again in the same night, unless the clock shows their end twice.
        expect(after === null || after - end <= HOUR || from === to).toBe(true);
      }),
      { numRuns: 300 },
    );
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
