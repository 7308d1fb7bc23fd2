const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

export interface Letter {
  readonly site: string;
  readonly locale: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  readonly notes: readonly string[];
  readonly footer: string;
}

/** A letter as plain text and as HTML that says the same; every value is escaped. */
export function letterOf(letter: Letter): { text: string; html: string } {
  const { button } = letter;
  const text = [letter.greeting, ...letter.paragraphs, `${button.label}:\n${button.url}`, ...letter.notes, `-- \n${letter.footer}`].join(
    '\n\n',
  );
  const paragraph = (words: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(words)}</p>`;
  const html = `<!doctype html><html lang="${escapeHtml(letter.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.site)}</title></head>
<body style="margin:0;background:#FBF6F0;color:#211A24;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font:600 24px Georgia,serif">${escapeHtml(letter.site)}</p>
<div style="background:#FFFFFF;border-radius:18px;padding:32px 24px">${paragraph(letter.greeting, 'font:500 21px Georgia,serif')}${letter.paragraphs.map((words) => paragraph(words)).join('')}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 24px;border-radius:999px;background:#C9341C;color:#FFFFFF;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
${letter.notes.map((words) => paragraph(words, 'color:#62586A;font-size:15px')).join('')}</div>
<p style="margin:24px 0 0;color:#62586A;font-size:13px">${escapeHtml(letter.footer)}</p></div></body></html>`;
  return { text, html };
}
