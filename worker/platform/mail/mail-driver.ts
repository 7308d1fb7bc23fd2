import type { MailRow } from '#db/queries/shared/event-outbox';

/** Takes one mail for delivery; throws a MailFault, or anything else, when it cannot. */
export type MailDriver = (mail: MailRow) => Promise<void>;

/** Why a mail was not taken, in words that hold no address and may be logged. */
export class MailFault extends Error {}

/** Headers of every mail of ours: no machine answers it, and what its kind adds (List-Unsubscribe). */
export const ownHeaders = (mail: MailRow): Record<string, string> => ({ 'Auto-Submitted': 'auto-generated', ...mail.headers });
