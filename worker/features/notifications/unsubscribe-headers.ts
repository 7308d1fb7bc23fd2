import { createToken } from '../../lib/tokens.ts';
import type { MailContext } from '../../mail/compose-mail.ts';

/** The page with the preferences for mails, to which mails link. */
export const MAIL_SETTINGS_PATH = '/notifications#settings';

/** The headers by which a mail program unsubscribes a member with one click (RFC 8058). */
export async function unsubscribeHeaders({ env, now }: MailContext, member: string): Promise<Record<string, string>> {
  const token = await createToken(env.SIGNING_KEY, 'unsubscribe', { member }, now);
  return {
    'List-Unsubscribe': `<${env.SITE_URL}/api/unsubscribe.php?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
