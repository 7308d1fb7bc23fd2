import type { AccountEvent, OfferEvent } from '#contract/notifications';
import { randomId } from '../lib/crypto.ts';

/** What happened to an account, as a row for its list of notifications. */
export const accountNotice = (memberId: string, event: AccountEvent, now: number) =>
  ({ id: randomId(), memberId, kind: 'account', event, createdAt: now }) as const;

/** The push that goes with it; several that wait become one. */
export const accountPush = (memberId: string, now: number) =>
  ({ id: randomId(), memberId, kind: 'account', tag: 'account', createdAt: now, dueAt: now }) as const;

/** The same of an offer, for those who asked for offers. */
export const offerNotice = (memberId: string, event: OfferEvent, now: number) =>
  ({ id: randomId(), memberId, kind: 'offer', event, createdAt: now }) as const;

export const offerPush = (memberId: string, now: number) =>
  ({ id: randomId(), memberId, kind: 'offer', tag: 'offer', createdAt: now, dueAt: now }) as const;
