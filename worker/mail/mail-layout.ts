const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Words after whose hyphen no line ends: “e-mail” in every language, and the two groups of a reference number. */
const UNBROKEN = /\b(?:[Ee]-[Mm]ail\p{L}*|[\dA-Z]{5}-[\dA-Z]{5}\b)/gu;
/** A text as HTML. No character that forbids the break is added: some fonts lack it, and a search would not find the word. */
const htmlTextOf = (text: string) => escapeHtml(text).replace(UNBROKEN, '<span style="white-space:nowrap">$&</span>');

interface Link {
  readonly label: string;
  readonly url: string;
}

/** The content of a mail, as plain text with all values filled in. */
export interface MailContent {
  readonly site: string;
  readonly locale: string;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button: Link;
  /** The sentence before the button's address, for readers whose mail program does not show the button. */
  readonly copy: string;
  readonly notes: readonly string[];
  readonly links: readonly Link[];
  readonly footer: string;
}

/** Renders a mail as plain text and as HTML that says the same. In the HTML every value is escaped. */
export const renderMail = (letter: MailContent): { text: string; html: string } => ({ text: textOf(letter), html: htmlOf(letter) });

/** A link as plain text. No colon between: labels end in question marks, have colons themselves, or are French, with a space before it. */
const plainLink = ({ label, url }: Link) => `${label}\n${url}`;

const textOf = ({ greeting, paragraphs, button, notes, links, footer }: MailContent) =>
  [greeting, ...paragraphs, plainLink(button), ...notes, ...links.map(plainLink), `-- \n${footer}`].join('\n\n');

// The design tokens of the light scheme, inline, because mail programs support neither custom properties nor style sheets reliably.
const SERIF = "Newsreader,Georgia,'Times New Roman',serif";
const STYLES = {
  paper: 'margin:0;padding:0;background:#FBF6F0;color:#211A24;font:16px/1.55 Figtree,system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  hidden: 'display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all',
  frame: 'max-width:560px;margin:0 auto;padding:40px 20px 48px',
  site: `margin:0 0 20px;padding:0 8px;font:600 26px/1.2 ${SERIF};letter-spacing:-.01em`,
  dot: 'display:inline-block;width:9px;height:9px;margin-left:4px;border-radius:9px;background:#C9341C',
  card: 'background:#FFFFFF;border:1px solid #E8DED2;border-radius:18px;padding:36px 32px 28px',
  greeting: `margin:0 0 16px;font:500 24px/1.3 ${SERIF};overflow-wrap:anywhere`,
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  action: 'margin:28px 0',
  button:
    'display:inline-block;padding:15px 30px;border-radius:999px;background:#C9341C;color:#FFFFFF;font-weight:600;line-height:1.2;text-decoration:none',
  rule: 'height:1px;margin:28px 0 20px;border:0;background:#E8DED2',
  soft: 'margin:0 0 12px;color:#62586A;font-size:15px;line-height:1.5;overflow-wrap:anywhere',
  fine: 'margin:20px 0 0;padding:0 8px;color:#62586A;font-size:13px;line-height:1.5;overflow-wrap:anywhere',
  copy: 'margin:0;color:#62586A;font-size:13px;line-height:1.5',
  address: 'color:#62586A;word-break:break-all',
  link: 'color:#C9341C;text-decoration:underline',
} as const;

/** The tokens of the dark scheme and of narrow screens, which override the inline ones. */
const STYLE_OVERRIDES = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}\n',
  '@media (prefers-color-scheme:dark){',
  '.paper{background:#16111A!important;color:#F5EFF7!important}',
  '.card{background:#201925!important;border-color:#352B3B!important}',
  '.soft,.fine,.copy,.address{color:#B9ADC0!important}',
  '.rule{background:#352B3B!important}',
  '.button{background:#FF8568!important;color:#211A24!important}',
  '.dot{background:#FF8568!important}',
  '.link{color:#FF8568!important}',
  '}\n',
  '@media (max-width:480px){',
  '.card{padding:28px 20px 20px!important}',
  '.button{display:block!important;text-align:center!important}',
  '}',
].join('');

type Part = keyof typeof STYLES;
const element = (tag: string, part: Part, inner: string, extra = '') =>
  `<${tag} class="${part}" style="${STYLES[part]}"${extra}>${inner}</${tag}>`;
const paragraph = (part: Part, text: string) => element('p', part, htmlTextOf(text));
const anchor = (part: Part, url: string, inner: string) => element('a', part, inner, ` href="${escapeHtml(url)}"`);
const namedLink = (part: Part, { label, url }: Link) => anchor(part, url, htmlTextOf(label));

/** Follows the preview text, so that mail programs do not show the beginning of the visible text after it. */
const PREVIEW_FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);

function htmlOf(letter: MailContent): string {
  const { button, paragraphs, locale, notes, links } = letter;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(letter.subject)}</title>`,
    `<style>${STYLE_OVERRIDES}</style>`,
  ].join('');
  const preview = `<div style="${STYLES.hidden}">${escapeHtml(paragraphs[0] ?? '')}${PREVIEW_FILLER}</div>`;
  const card = [
    element('h1', 'greeting', escapeHtml(letter.greeting)),
    ...paragraphs.map((text) => paragraph('paragraph', text)),
    element('p', 'action', namedLink('button', button)),
    ...notes.map((text) => paragraph('soft', text)),
    ...links.map((link) => element('p', 'soft', namedLink('link', link))),
    `<hr class="rule" style="${STYLES.rule}">`,
    element('p', 'copy', `${escapeHtml(letter.copy)}<br>${anchor('address', button.url, escapeHtml(button.url))}`),
  ];
  return `<!doctype html><html lang="${escapeHtml(locale)}"><head>${head}</head>
<body class="paper" style="${STYLES.paper}">${preview}
<div class="paper" style="${STYLES.frame};background:#FBF6F0">
${element('p', 'site', `${escapeHtml(letter.site)}${element('span', 'dot', '')}`)}
<div class="card" style="${STYLES.card}">
${card.join('\n')}
</div>
${paragraph('fine', letter.footer)}
</div></body></html>`;
}
