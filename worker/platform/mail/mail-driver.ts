import type { MailRow } from '#db/queries/shared/mail-queue';

/** Hands one mail to a mail server. Throws a MailFault or another error if it was not accepted. */
export type MailDriver = (mail: MailRow) => Promise<void>;

/** The reason why a mail was not accepted. Its message holds no address, so it may be logged. */
export class MailFault extends Error {}

/** The additional headers of a mail: `Auto-Submitted`, so that no machine answers it, and those of its kind, such as List-Unsubscribe. */
export const additionalHeaders = (mail: MailRow): Record<string, string> => ({ 'Auto-Submitted': 'auto-generated', ...mail.headers });
