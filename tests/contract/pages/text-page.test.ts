import { describe, expect, test } from 'vitest';
import { fillTemplate, textValues } from '#contract/pages/text-page';

const SITE = { name: 'Vonk', min_age: 18, support_phone: '' };
const COMPANY = {
  name: 'Ember & Sons <BV>',
  address: 'Kade 1',
  kvk: '12345678',
  city: 'Utrecht',
  country: 'NL',
  tradenames: ['Vonk', 'Spark'],
  vat_numbers: { NL: 'NL1', BE: 'BE2' },
  email: 'help@vonk.example',
  authority_email: '',
  dispute_body: 'Ombudsman',
  dispute_body_url: 'https://ombudsman.example/',
};

describe('a text', () => {
  test('is filled with the values of the site', () => {
    const values = textValues({ ...SITE, support_phone: '+31 (0)20 123' }, COMPANY);
    const html = '<p>{{site}}, {{min_age}}, {{trade_names}}, {{address}}, {{vat}}, <a href="tel:{{phone_digits}}">{{phone}}</a></p>';
    expect(fillTemplate(html, values)).toBe(
      '<p>Vonk, 18, Vonk, Spark, Kade 1, Utrecht, NL, NL1, BE2, <a href="tel:+31020123">+31 (0)20 123</a></p>',
    );
  });

  test('shows settings literally, never as HTML or as placeholders', () => {
    const hostile = '</p><script>alert(1)</script>"\'&{{min_age}}';
    const filled = fillTemplate('<p>{{site}}</p>', textValues({ ...SITE, name: hostile }, null));
    expect(filled).toBe('<p>&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;{{min_age}}</p>');
  });

  test('omits lines and lists whose placeholders have no value', () => {
    const html = '<p>Call {{phone}}.</p>\n<ul>\n<li>{{kvk}}</li>\n<li>{{site}}</li>\n</ul>\n<ul>\n<li>{{vat}}</li>\n</ul>\n<p>End</p>';
    expect(fillTemplate(html, textValues(SITE, null))).toBe('<ul>\n<li>Vonk</li>\n</ul>\n<p>End</p>');
  });

  test('shows a text for a missing value only if it is missing', () => {
    const html = '<p>{{no contact}}Not yet.</p><p>{{address}}</p>';
    expect(fillTemplate(html, textValues(SITE, null))).toBe('<p>Not yet.</p>');
    expect(fillTemplate(html, textValues(SITE, COMPANY))).toBe('<p>Kade 1, Utrecht, NL</p>');
  });

  test('names the e-mail addresses that are set, and a body for disputes with its page or not at all', () => {
    const html = '<p>{{email}}</p><p>{{authority_email}}</p><p>{{dispute_body}}: {{dispute_body_url}}</p>';
    const filled = (company: Partial<typeof COMPANY>) => fillTemplate(html, textValues(SITE, { ...COMPANY, ...company }));
    expect(filled({})).toBe('<p>help@vonk.example</p><p>Ombudsman: https://ombudsman.example/</p>');
    expect(filled({ email: '', authority_email: 'law@vonk.example', dispute_body_url: '' })).toBe('<p>law@vonk.example</p>');
    expect(filled({ email: '', dispute_body: '' })).toBe('');
  });

  test('names the company only if its name differs from that of the site', () => {
    const html = '<p>{{company}}</p><p>{{no company}}Ours.</p>';
    expect(fillTemplate(html, textValues(SITE, { ...COMPANY, name: 'Vonk' }))).toBe('<p>Ours.</p>');
    expect(fillTemplate(html, textValues(SITE, COMPANY))).toBe('<p>Ember &amp; Sons &lt;BV&gt;</p>');
  });
});
