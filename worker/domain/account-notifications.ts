import type { AccountEvent, OfferEvent } from '#contract/notifications';
import { randomId } from '../lib/crypto.ts';

/** The row of an account event in its member's notification list (docs/product.md, "Account events"). */
export const accountNotification = (memberId: string, event: AccountEvent, now: number) =>
  ({ id: randomId(), memberId, kind: 'account', event, createdAt: now }) as const;

/** The row of the push for an account event. All such pushes of a member that wait become one. */
export const accountPush = (memberId: string, now: number) =>
  ({ id: randomId(), memberId, kind: 'account', tag: 'account', createdAt: now, dueAt: now }) as const;

/** The row of an offer in a member's notification list. Only members who switched offers on get one. */
export const offerNotification = (memberId: string, event: OfferEvent, now: number) =>
  ({ id: randomId(), memberId, kind: 'offer', event, createdAt: now }) as const;

/** The row of the push for an offer. All such pushes of a member that wait become one. */
export const offerPush = (memberId: string, now: number) =>
  ({ id: randomId(), memberId, kind: 'offer', tag: 'offer', createdAt: now, dueAt: now }) as const;
