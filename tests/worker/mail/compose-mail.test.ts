import { beforeAll, describe, expect, test } from 'vitest';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { saveSetting } from '#db/queries/operator/settings';
import { fillSentence, serverTextsIn } from '../../../worker/i18n/server-texts.ts';
import { aMember } from '../../support/database/factories.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const NAME = `Zoë <script>alert(1)</script> & "co" {{site}}`;

interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: string[];
  readonly at: string;
}

let mail: Mail;
beforeAll(async () => {
  await saveSetting(site.db, 'name', 'Vonk & <Co>');
  const { email } = await aMember(site.db, { name: NAME, locale: 'nl' });
  await site.visitor.post('/api/resetpassword.php', { email });
  const found = (await site.visitor.get(`/_dev/mail.json?to=${email}`)).body as Mail[];
  mail = found[0] as Mail;
});

/** The text of an HTML mail without tags, style sheet and hidden parts. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>|<div style="display:none.*?<\/div>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

describe('a mail', () => {
  test('says in HTML what it says in plain text', () => {
    const said = wordsOf(mail.html);
    const lines = mail.text.split('\n').map((line) => line.trim());
    expect(lines.filter((line) => line !== '' && line !== '--' && !said.includes(line.replace(/\s+/g, ' ')))).toEqual([]);
  });

  test('shows names as they are and escapes them', () => {
    expect(mail.text).toContain(`Hallo ${NAME},`);
    expect(mail.html).not.toContain('<script');
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.subject).toBe(fillSentence(serverTextsIn('nl').texts.reset.subject, { site: 'Vonk & <Co>' }));
  });

  test('loads nothing from another host, is at most 600 px wide and has a dark scheme', () => {
    expect(mail.html).not.toMatch(/<(img|link|iframe|form|script)\b|url\(|@import/i);
    expect(mail.html).toMatch(/max-width:560px/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('prefers-color-scheme:dark');
    expect(mail.html).toContain('<html lang="nl">');
    expect(mail.html.length).toBeLessThan(20_000);
  });

  test.each(SHIPPED_LOCALES)('is in %s for a member who signs up in it', async (language) => {
    const form = await aSignUpForm({ language });
    await site.visitor.post('/api/user.php?new=1', form);
    const answer = await site.visitor.get(`/_dev/mail.json?to=${form.email}`);
    expect(String(answer.at('0.html'))).toContain(`<html lang="${language}">`);
    expect(String(answer.at('0.text'))).toContain(serverTextsIn(language).texts.greeting_unnamed);
  });
});

describe('the mailbox of the local site', () => {
  test('lists every mail, newest first, without scripts', async () => {
    const answer = await site.visitor.get('/_dev/mail');
    const page = String(answer.body);
    expect([answer.status, page.includes('<script'), page.includes(`/_dev/mail/${mail.id}`)]).toEqual([200, false, true]);
    const [newest, before] = (await site.visitor.get('/_dev/mail.json')).body as Mail[];
    expect(page.indexOf(`/_dev/mail/${newest?.id}`)).toBeLessThan(page.indexOf(`/_dev/mail/${before?.id}`));
    expect(Date.parse(newest?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(before?.at ?? ''));
  });

  test('shows one as its reader sees it, styles and all, in a sandbox', async () => {
    const answer = await site.visitor.get(`/_dev/mail/${mail.id}`);
    expect([answer.status, answer.body]).toEqual([200, mail.html]);
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    for (const rule of ["default-src 'none'", "style-src 'unsafe-inline'", "form-action 'none'", "frame-ancestors 'none'", 'sandbox']) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain('script-src');
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
  });

  test('is 404 for an unknown mail', async () => {
    expect((await site.visitor.get('/_dev/mail/nothing')).status).toBe(404);
  });
});
