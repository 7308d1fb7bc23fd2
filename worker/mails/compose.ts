import { CLAIM_MS, type MailRow } from '#db/queries/outbox';
import { localeOf } from '../domain/card.ts';
import type { Context } from '../domain/context.ts';
import { randomId } from '../domain/ids.ts';
import { letterOf } from './layout.ts';
import { fill, mailTexts } from './texts.ts';

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
  readonly body: string;
  readonly button: string;
  readonly notes: readonly string[];
}

interface Letter {
  readonly kind: MailRow['kind'];
  readonly words: (texts: ReturnType<typeof mailTexts>) => Words;
  /** Where the button leads: a path of this site with its query. */
  readonly path: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A mail as a row to be written in the batch that causes it; links always lead to the configured address of the site. */
export function composeMail(ctx: Pick<Context, 'env' | 'settings' | 'now'>, recipient: Recipient, letter: Letter) {
  const texts = mailTexts(localeOf(recipient.locale));
  const site = ctx.settings.name;
  const words = letter.words(texts);
  const said = (sentence: string) => fill(sentence, { site, name: recipient.name, ...letter.values });
  return {
    id: randomId(),
    memberId: recipient.id,
    kind: letter.kind,
    recipient: recipient.email,
    subject: said(words.subject),
    ...letterOf({
      site,
      locale: recipient.locale,
      greeting: said(words.greeting),
      paragraphs: [said(words.body)],
      button: { label: said(words.button), url: `${ctx.env.SITE_URL}${letter.path}` },
      notes: words.notes.map(said),
      footer: said(texts.footer),
    }),
    headers: letter.headers ?? null,
    createdAt: ctx.now,
    dueAt: ctx.now + CLAIM_MS,
  };
}
