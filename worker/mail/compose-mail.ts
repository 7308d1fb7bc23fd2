import type { ShippedLocale } from '#contract/primitives';
import { DELIVERY_CLAIM_MS } from '#db/queries/shared/event-outbox';
import type { MailRow } from '#db/queries/shared/mail-queue';
import { fillSentence, type ServerTexts, serverTextsIn } from '../i18n/server-texts.ts';
import { randomId } from '../lib/crypto.ts';
import { renderMail } from './mail-layout.ts';
import type { Recipient } from './recipient.ts';

/** What composing a mail needs; the context of a request has it all. */
export interface MailContext {
  readonly env: { readonly SITE_URL: string; readonly SIGNING_KEY: string };
  readonly settings: { readonly name: string };
  readonly now: number;
}

/** The sentences of a mail, with `{{names}}` that are filled in. */
interface MailSentences {
  readonly subject: string;
  /** One paragraph or several. Mail programs show the first one as a preview beside the subject. */
  readonly body: string | readonly string[];
  readonly button: string;
  readonly notes: readonly string[];
  /** Links below the notes: a label and a path of this site. */
  readonly links?: readonly { readonly label: string; readonly path: string }[];
  /** Why the recipient gets this mail. By default it says that an account was opened with this address. */
  readonly footer?: string;
}

const greetingOf = (texts: ServerTexts, { greetedAs }: Recipient): string =>
  greetedAs === null ? texts.greeting_unnamed : fillSentence(texts.greeting, { name: greetedAs });

interface MailSpec {
  readonly kind: MailRow['kind'];
  readonly sentences: (texts: ServerTexts, locale: ShippedLocale) => MailSentences;
  /** The path and query of this site to which the button leads. */
  readonly path: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A mail as a row, to be written in the batch that causes it. Its links lead to SITE_URL, whatever the origin of the request. A recipient
 * whose address is not confirmed is greeted without a name.
 */
export function composeMail(ctx: MailContext, recipient: Recipient, letter: MailSpec) {
  const { locale, texts } = serverTextsIn(recipient.locale);
  const site = ctx.settings.name;
  const words = letter.sentences(texts, locale);
  const filled = (sentence: string) => fillSentence(sentence, { site, ...letter.values });
  const linkTo = (label: string, path: string) => ({ label: filled(label), url: `${ctx.env.SITE_URL}${path}` });
  return {
    id: randomId(),
    memberId: recipient.id,
    kind: letter.kind,
    recipient: recipient.email,
    subject: filled(words.subject),
    ...renderMail({
      site,
      locale,
      subject: filled(words.subject),
      greeting: greetingOf(texts, recipient),
      paragraphs: [words.body].flat().map(filled),
      button: linkTo(words.button, letter.path),
      copy: filled(texts.copy),
      notes: words.notes.map(filled),
      links: (words.links ?? []).map(({ label, path }) => linkTo(label, path)),
      footer: filled(words.footer ?? texts.footer),
    }),
    headers: letter.headers ?? null,
    createdAt: ctx.now,
    dueAt: ctx.now + DELIVERY_CLAIM_MS,
  };
}
