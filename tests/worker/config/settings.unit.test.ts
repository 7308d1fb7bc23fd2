import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '#contract/primitives';
import { parseSetting, SETTING_KEYS, settingsFrom } from '../../../worker/config/settings.ts';

describe('settings without anything stored', () => {
  test('are the published defaults', () => {
    expect(settingsFrom([], 'production')).toMatchObject({
      signups: 'all',
      template: 'social',
      member_resell: [],
      logged_out_search: true,
      logged_out_search_trafficsource: true,
      delete_discount: 0,
      default_country: 'NL',
      min_age: 18,
      welcome_credits: 6,
      email_check: 'open',
      address_checks_a_minute: 60,
      address_checks_a_day: 1000,
      signups_an_hour: 100,
      logins_an_hour: 10,
      activation_mails_a_day: 5,
    });
  });

  test('have a message price in every country', () => {
    expect(Object.keys(settingsFrom([], 'production').message_prices).toSorted()).toEqual(COUNTRIES.toSorted());
  });

  test('have limits twenty times higher in development, but for address checks a minute and logins of an account', () => {
    const settings = settingsFrom([], 'development');
    expect(settings).toMatchObject({ address_checks_a_day: 20_000, signups_an_hour: 2_000, activation_mails_a_day: 100 });
    expect(settings).toMatchObject({ address_checks_a_minute: 60, logins_an_hour: 10 });
  });
});

describe('a stored setting', () => {
  test('takes the place of its default', () => {
    expect(settingsFrom([{ key: 'template', value: 'classic' }], 'production').template).toBe('classic');
  });

  const defaults = settingsFrom([], 'production');
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  // The keys of `company` are fixed, and all of them are required.
  const maps = SETTING_KEYS.filter((key) => key !== 'company' && isMap(defaults[key]));

  test('that is a map is one of these', () => {
    expect(maps.toSorted()).toEqual(['exchange_rates', 'message_prices', 'resell_flows', 'unusual_spending', 'vat_rates']);
  });

  test.each([
    ['message_prices', { NL: 4 }],
    ['vat_rates', { NL: 2200 }],
    ['unusual_spending', { EUR: 7000 }],
    ['exchange_rates', { GBP: 0.9 }],
    ['resell_flows', { 'profile-search': 'https://partner.example/' }],
  ] as const)('that is a map keeps the defaults of what it does not name: %s', (key, value) => {
    expect(settingsFrom([{ key, value }], 'production')).toEqual({ ...defaults, [key]: { ...defaults[key], ...value } });
  });

  test('that is a map makes nothing free and nothing untaxed that it does not name', () => {
    const rows = [
      { key: 'message_prices', value: { NL: 4 } },
      { key: 'vat_rates', value: { NL: 2100 } },
    ];
    const { message_prices, vat_rates } = settingsFrom(rows, 'production');
    expect([message_prices.NL, message_prices.DE, vat_rates.DE]).toEqual([4, 1, 1900]);
  });

  test('that is a map takes 0 for what it names', () => {
    expect(settingsFrom([{ key: 'message_prices', value: { DE: 0 } }], 'production').message_prices).toMatchObject({ DE: 0, NL: 1 });
  });

  test('is not multiplied in development', () => {
    expect(settingsFrom([{ key: 'signups_an_hour', value: 3 }], 'development').signups_an_hour).toBe(3);
  });

  test.each([
    ['template', 'baroque'],
    ['min_age', 17],
    ['min_age', '21'],
    ['signups_an_hour', 0],
    ['welcome_credits', -1],
    ['welcome_credits', 1.5],
    ['message_prices', { JP: 1 }],
    ['message_prices', { NL: -1 }],
    ['member_resell', 'cams'],
    ['name', ''],
    ['theme_color', 'red'],
    ['theme_color', '#fff'],
    ['background_color', '#12345g'],
    ['background_color', '#123456;'],
    ['app_icons', [{ src: 'http://cdn.example/a.png', sizes: '512x512', type: 'image/png' }]],
    ['app_icons', [{ src: '//cdn.example/a.png', sizes: '512x512', type: 'image/png' }]],
    ['app_icons', [{ src: '/a.png', sizes: 'large', type: 'image/png' }]],
    ['app_icons', [{ src: '/a.gif', sizes: '96x96', type: 'image/gif' }]],
    ['app_icons', [{ src: '/a.png', sizes: '96x96', type: 'image/png', purpose: 'badge' }]],
  ])('%s of %j is ignored', (key, value) => {
    expect(settingsFrom([{ key, value }], 'production')).toEqual(settingsFrom([], 'production'));
  });

  test('of an unknown name changes nothing', () => {
    expect(settingsFrom([{ key: 'colour', value: 'red' }], 'production')).toEqual(settingsFrom([], 'production'));
  });
});

describe('a setting that an operator types', () => {
  test.each([
    ['template', 'classic', 'classic'],
    ['template', '"classic"', 'classic'],
    ['min_age', '21', 21],
    ['logged_out_search', 'false', false],
    ['member_resell', '["cams"]', ['cams']],
    ['message_prices', '{"NL":2}', { NL: 2 }],
    ['name', 'Vonk & Co', 'Vonk & Co'],
    ['name', '1984', '1984'],
    ['support_phone', '31201234567', '31201234567'],
    ['support_phone', '+31 20 123 45 67', '+31 20 123 45 67'],
  ] as const)('%s %s is read as %j', (key, typed, value) => {
    expect(parseSetting(key, typed)).toEqual(value);
  });

  test.each([
    ['template', 'baroque'],
    ['min_age', '17'],
    ['min_age', 'eighteen'],
    ['message_prices', '{"JP":2}'],
    ['logged_out_search', 'perhaps'],
  ] as const)('%s %s is refused with the name of the setting', (key, typed) => {
    expect(() => parseSetting(key, typed)).toThrow(new RegExp(`^${key}: `));
  });

  test('has to have a known name', () => {
    expect(SETTING_KEYS).toContain('signups');
    expect(new Set(SETTING_KEYS).size).toBe(SETTING_KEYS.length);
  });
});

test('a partner’s address is an https URL or one of this machine, without blanks or line breaks', () => {
  const isTaken = (address: string) => settingsFrom([{ key: 'cams_feed', value: address }], 'production').cams_feed === address;
  const valid = [
    '',
    'https://partner.example',
    'https://partner.example/feed?a=1&b={account}',
    'http://localhost:8080/feed',
    'http://127.0.0.1/x',
  ];
  const invalid = [
    ...['http://partner.example/', 'javascript:alert(1)', '//partner.example', 'https://', 'https:///x', 'http://localhost.evil.example/'],
    ...[
      'https://partner.example/\r\nSet-Cookie: a=b',
      'https://partner.example/ x',
      ' https://partner.example',
      'https://partner.example\n',
    ],
  ];
  expect(valid.filter((address) => !isTaken(address))).toEqual([]);
  expect(invalid.filter(isTaken)).toEqual([]);
});
