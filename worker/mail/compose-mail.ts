import type { ShippedLocale } from '#contract/primitives';
import { CLAIM_MS, type MailRow } from '#db/queries/shared/event-outbox';
import { fill, type MailTexts, mailTexts } from '../i18n/server-texts.ts';
import { randomId } from '../lib/crypto.ts';
import { letterOf } from './mail-layout.ts';

/** What a mail is composed with: a request's context, or what the sweep knows. */
export interface MailContext {
  readonly env: { readonly SITE_URL: string; readonly SIGNING_KEY: string };
  readonly settings: { readonly name: string };
  readonly now: number;
}

/** Whom a mail is for: the account, the address it goes to, and the language it is in. */
export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
}

/** What a kind of mail says, by the keys of the mails' texts. */
interface Words {
  readonly subject: string;
  readonly greeting: string;
  /** One paragraph, or several. The first is also what a list of mails shows beside the subject. */
  readonly body: string | readonly string[];
  readonly button: string;
  readonly notes: readonly string[];
  /** Quiet links below the notes: a label and a path of this site. */
  readonly links?: readonly { readonly label: string; readonly path: string }[];
  /** Why this mail came, where the account's opening is not the reason. */
  readonly footer?: string;
}

interface Letter {
  readonly kind: MailRow['kind'];
  readonly words: (texts: MailTexts, locale: ShippedLocale) => Words;
  /** Where the button leads: a path of this site with its query. */
  readonly path: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A mail as a row to be written in the batch that causes it; links always lead to the configured address of the site. */
export function composeMail(ctx: MailContext, recipient: Recipient, letter: Letter) {
  const { locale, texts } = mailTexts(recipient.locale);
  const site = ctx.settings.name;
  const words = letter.words(texts, locale);
  const said = (sentence: string) => fill(sentence, { site, name: recipient.name, ...letter.values });
  const linked = (label: string, path: string) => ({ label: said(label), url: `${ctx.env.SITE_URL}${path}` });
  return {
    id: randomId(),
    memberId: recipient.id,
    kind: letter.kind,
    recipient: recipient.email,
    subject: said(words.subject),
    ...letterOf({
      site,
      locale,
      subject: said(words.subject),
      greeting: said(words.greeting),
      paragraphs: [words.body].flat().map(said),
      button: linked(words.button, letter.path),
      copy: said(texts.copy),
      notes: words.notes.map(said),
      links: (words.links ?? []).map(({ label, path }) => linked(label, path)),
      footer: said(words.footer ?? texts.footer),
    }),
    headers: letter.headers ?? null,
    createdAt: ctx.now,
    dueAt: ctx.now + CLAIM_MS,
  };
}
