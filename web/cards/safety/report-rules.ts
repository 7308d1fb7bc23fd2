import type { Message } from '#contract/chat';
import { REPORT_MESSAGES_MAX, type ReportReason } from '#contract/safety';

/** Reasons after which hardly anybody wants to meet that member again. */
const BLOCK_TOO: readonly ReportReason[] = ['scam', 'harassment', 'underage'];
const OFFERED = 20;

/** Whether "also block" is ticked before anybody touched it. */
export const alsoBlocks = (reason: ReportReason | null): boolean => reason !== null && BLOCK_TOO.includes(reason);

/** A member's latest messages that may go with a report, the newest first. */
export const messagesToSend = (messages: readonly Message[], sender: string): Message[] =>
  messages
    .filter(({ sender_id: id }) => id === sender)
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, Math.min(OFFERED, REPORT_MESSAGES_MAX));
