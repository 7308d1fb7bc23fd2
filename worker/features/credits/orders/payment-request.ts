import type { OrderRow } from '#db/queries/credits/orders';
import type { Context, Member } from '../../../domain/context.ts';
import { asLocale } from '../../../domain/profile-card.ts';
import { fillSentence, pluralSentence, serverTextsIn } from '../../../i18n/server-texts.ts';
import type { PaymentOrder } from '../../../platform/payments/providers/payment-provider.ts';

/** The address of a transaction page, to which the provider sends the payer back. Coming back grants nothing. */
export const transactionUrl = ({ env }: Pick<Context, 'env'>, id: string): string => `${env.SITE_URL}/transactions/${id}`;

/** The address to which providers send their webhooks. */
const webhookUrl = ({ env }: Pick<Context, 'env'>): string => `${env.SITE_URL}/api/payment/webhook`;

/** The description on the provider's page and on bank statements, in the member's language: the site and what is bought. */
function descriptionOf(
  { settings }: Pick<Context, 'settings'>,
  { kind, credits, extraCredits, months }: OrderRow,
  language: string,
): string {
  const { locale, texts } = serverTextsIn(language);
  return fillSentence(pluralSentence(texts.payment, kind, kind === 'pack' ? credits + extraCredits : months, locale), {
    site: settings.name,
  });
}

/** The payment that a provider is asked to create, by what was stored with the order. */
export function paymentOf(
  ctx: Pick<Context, 'env' | 'settings'>,
  { locale: languageTag }: Pick<Member, 'locale'>,
  order: OrderRow,
): PaymentOrder {
  const { id, amount, currency, method, country, renews, months } = order;
  const locale = asLocale(languageTag) ?? 'en';
  return {
    id,
    amount,
    currency,
    method,
    country,
    locale,
    description: descriptionOf(ctx, order, locale),
    returnUrl: transactionUrl(ctx, id),
    webhookUrl: webhookUrl(ctx),
    renewal: renews ? { months } : null,
  };
}
