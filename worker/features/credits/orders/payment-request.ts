import type { OrderRow } from '#db/queries/credits/orders';
import type { Context, Member } from '../../../domain/context.ts';
import { localeOf } from '../../../domain/profile-card.ts';
import { counted, fill, mailTexts } from '../../../i18n/server-texts.ts';
import type { PaymentOrder } from '../../../platform/payments/providers/payment-provider.ts';

/** The page of a transaction; whoever comes back from paying is led there, and it grants nothing. */
export const transactionAddress = ({ env }: Pick<Context, 'env'>, id: string): string => `${env.SITE_URL}/transactions/${id}`;

/** Where providers send their notices. */
const webhookAddress = ({ env }: Pick<Context, 'env'>): string => `${env.SITE_URL}/api/payment/webhook`;

/** What stands on the provider's page and on statements, in the member's language: the site and what is bought. */
function descriptionOf({ settings }: Pick<Context, 'settings'>, { kind, credits, extraCredits, months }: OrderRow, wanted: string): string {
  const { locale, texts } = mailTexts(wanted);
  return fill(counted(texts.payment, kind, kind === 'pack' ? credits + extraCredits : months, locale), { site: settings.name });
}

/** An order as its provider is asked for it, from what was stored when it was made. */
export function paymentOf(ctx: Pick<Context, 'env' | 'settings'>, { locale: tag }: Pick<Member, 'locale'>, order: OrderRow): PaymentOrder {
  const { id, amount, currency, method, country, renews, months } = order;
  const locale = localeOf(tag) ?? 'en';
  return {
    ...{ id, amount, currency, method, country, locale },
    description: descriptionOf(ctx, order, locale),
    returnUrl: transactionAddress(ctx, id),
    webhookUrl: webhookAddress(ctx),
    renewal: renews ? { months } : null,
  };
}
