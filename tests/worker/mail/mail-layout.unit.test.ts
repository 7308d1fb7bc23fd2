import { expect, test } from 'vitest';
import { renderMail } from '../../../worker/mail/mail-layout.ts';

const MAIL = {
  site: 'Vonk',
  locale: 'fr',
  subject: 'Objet',
  greeting: 'Bonjour,',
  paragraphs: ['Bonjour'],
  button: { label: 'Voir', url: 'https://vonk.example/' },
  copy: 'Ouvre cette adresse :',
  notes: [],
  links: [],
  footer: 'Pied',
};
const unbroken = (word: string) => `<span style="white-space:nowrap">${word}</span>`;
const htmlOf = (paragraph: string) => renderMail({ ...MAIL, paragraphs: ['', paragraph] }).html;

test.each([
  ['Garde cet e-mail.', `Garde cet ${unbroken('e-mail')}.`],
  ['Wybierz, jakie e-maile dostajesz', `Wybierz, jakie ${unbroken('e-maile')} dostajesz`],
  ['Je e-mailadres', `Je ${unbroken('e-mailadres')}`],
  ['Deine E-Mail-Adresse', `Deine ${unbroken('E-Mail')}-Adresse`],
  ['Le numéro K7Q2M-9XR4T.', `Le numéro ${unbroken('K7Q2M-9XR4T')}.`],
  ['Confirme-la, <b>peut-être</b> & co', 'Confirme-la, &lt;b&gt;peut-être&lt;/b&gt; &amp; co'],
])('in “%s” no line ends within “e-mail” or a reference number', (text, html) => {
  expect(htmlOf(text)).toContain(`>${html}</p>`);
});

test('the address of the button is left as it is', () => {
  const url = 'https://vonk.example/e-mail?token=ABCDE-FGHIJ';
  const { html } = renderMail({ ...MAIL, button: { label: 'Mon e-mail', url } });
  expect(html).toContain(`>${url}</a>`);
  expect(html).toContain(`>Mon ${unbroken('e-mail')}</a>`);
});

test('in plain text a link is its label and, below it, its address', () => {
  const question = { label: 'Mot de passe oublié ?', url: 'https://vonk.example/reset-password' };
  const { text } = renderMail({ ...MAIL, links: [question] });
  expect(text.split('\n\n')).toEqual([
    'Bonjour,',
    'Bonjour',
    'Voir\nhttps://vonk.example/',
    'Mot de passe oublié ?\nhttps://vonk.example/reset-password',
    '-- \nPied',
  ]);
});
