import { CLAIM_MS } from '#db/queries/outbox';
import { localeOf } from '../domain/card.ts';
import type { Context } from '../domain/context.ts';
import { randomId } from '../domain/ids.ts';
import { signToken } from '../domain/tokens.ts';
import { letterOf } from './layout.ts';
import { fill, mailTexts } from './texts.ts';

interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
}

/** The activation mail of an account, in its language; the link is good for 24 hours and this address (api.md, activate.php). */
export async function activationMail(ctx: Context, recipient: Recipient) {
  const token = await signToken(ctx.env.SIGNING_KEY, 'activate', { member: recipient.id, email: recipient.email }, ctx.now);
  const { activation, footer } = mailTexts(localeOf(recipient.locale));
  const site = ctx.settings.name;
  const letter = letterOf({
    site,
    locale: recipient.locale,
    greeting: fill(activation.greeting, { name: recipient.name }),
    paragraphs: [activation.body],
    button: { label: activation.button, url: `${ctx.env.SITE_URL}/api/activate.php?token=${token}` },
    notes: [activation.expiry, activation.otherwise],
    footer: fill(footer, { site }),
  });
  return {
    id: randomId(),
    memberId: recipient.id,
    kind: 'activation' as const,
    recipient: recipient.email,
    subject: fill(activation.subject, { site }),
    ...letter,
    createdAt: ctx.now,
    dueAt: ctx.now + CLAIM_MS,
  };
}
