import type { Price } from '#contract/chat';
import type { Settings } from '../../config/settings.ts';
import { asCountry } from '../../domain/profile-card.ts';

interface PriceFacts {
  sender: { id: string; paymentCountry: string | null; premiumUntil: number | null };
  isMatch: boolean;
  isToFictional: boolean;
  /** Who sent the conversation's first message; null before there is one. */
  firstSenderId: string | null;
}

/** What the next message costs its sender in credits, and why (docs/product.md, "Price of a message"). */
export function priceOf(facts: PriceFacts, settings: Settings, now: number): Price {
  const { sender, firstSenderId } = facts;
  if ((sender.premiumUntil ?? 0) > now) return { credits: 0, reason: 'premium' };
  if (facts.isMatch) return { credits: 0, reason: 'match' };
  if (facts.isToFictional) return { credits: 0, reason: 'fictional' };
  if (firstSenderId !== null && firstSenderId !== sender.id) return { credits: 0, reason: 'reply' };
  const country = asCountry(sender.paymentCountry) ?? settings.default_country;
  return { credits: settings.message_prices[country] ?? 0, reason: 'priced' };
}
