import type { CanSendCode, Price } from '#contract/chat';
import { accountExists } from '../../domain/account-status.ts';

interface CanSendFacts {
  sender: { status: string; credits: number };
  /** A decision of a moderator lets the sender begin no conversation, and this message would be the first of one. */
  isLimited: boolean;
  other: { status: string };
  iBlock: boolean;
  blocksMe: boolean;
  price: Price;
  /** First messages to strangers that are left in the 24 hours; null if the message is not a first one to a stranger. */
  firstMessagesLeft: number | null;
}

/**
 * Why a member may not write to another now; null if they may (docs/product.md, "Permission to write"). A recipient who blocks the sender
 * is answered like one who has left.
 */
export function canSendCodeOf(question: CanSendFacts): CanSendCode | null {
  const { sender, other, price } = question;
  if (!accountExists(other) || question.blocksMe) return 'gone';
  if (question.iBlock) return 'blocked';
  if (sender.status !== 'active') return 'not_confirmed';
  if (question.isLimited) return 'limited';
  if (question.firstMessagesLeft !== null && question.firstMessagesLeft <= 0) return 'first_message_limit';
  if (sender.credits < price.credits) return 'not_enough_credits';
  return null;
}
