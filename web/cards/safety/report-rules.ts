import type { Message } from '#contract/chat';
import { REPORT_MESSAGES_MAX, type ReportReason } from '#contract/safety';

/** Reasons for which "also block" is preselected. */
const REASONS_TO_BLOCK: readonly ReportReason[] = ['scam', 'harassment', 'underage'];
const MAX_OFFERED = 20;

/** Whether "also block" is preselected for a reason. */
export const preselectsBlock = (reason: ReportReason | null): boolean => reason !== null && REASONS_TO_BLOCK.includes(reason);

/** The messages of a member that a report can include, newest first, at most 20. */
export const reportableMessages = (messages: readonly Message[], sender: string): Message[] =>
  messages
    .filter(({ sender_id: id }) => id === sender)
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, Math.min(MAX_OFFERED, REPORT_MESSAGES_MAX));
