import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { greatestOf, recordVitals, VITAL_NAMES, VITALS } from '#contract/vitals';
import { VisitValues } from '../../../../web/app/vitals/visit-values.ts';

describe('the values of a visit', () => {
  test('of a load are the latest ones, and are reported once', () => {
    const values = new VisitValues();
    values.record('lcp', 300.4);
    values.record('lcp', 812.6);
    values.record('cls', 0.012_345);
    expect(values.take()).toEqual({ lcp: [813], cls: [0.0123] });
    values.record('lcp', 2000);
    values.record('inp', 80);
    expect(values.take()).toBe(null);
  });

  test('of messages and reconnections are all of them since the last report', () => {
    const values = new VisitValues();
    values.record('send', 80);
    values.record('send', 95);
    expect(values.take()).toEqual({ send: [80, 95] });
    values.record('reconnect', 700);
    expect(values.take()).toEqual({ reconnect: [700] });
    expect(values.take()).toBe(null);
  });

  test('are none below 0, and none above the last bound', () => {
    const values = new VisitValues();
    values.record('send', -1);
    expect(values.take()).toBe(null);
    for (const vital of VITAL_NAMES) values.record(vital, 1e9);
    expect(values.take()).toEqual(Object.fromEntries(VITAL_NAMES.map((vital) => [vital, [greatestOf(vital)]])));
  });

  test('are never more than the server takes', () => {
    const values = new VisitValues();
    for (const vital of VITAL_NAMES) for (let n = 0; n < 60; n += 1) values.record(vital, n);
    const taken = values.take() ?? expect.unreachable('there are values');
    expect(VITAL_NAMES.map((vital) => taken[vital]?.length)).toEqual(VITAL_NAMES.map((vital) => VITALS[vital].most));
    const report = { page: 'index', device: 'phone', source: 'network', values: taken };
    expect(parse(recordVitals.input, report)).toEqual(report);
  });
});
