import type { User } from '#contract/account';
import { useErrorSentence } from '../../api/error-text.ts';
import { useResendMail } from '../../features/account/activation/use-resend-mail.ts';
import { formatWait } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ReminderKind } from './reminder-due.ts';
import './reminder.css';

export interface ReminderProps {
  kind: ReminderKind;
  user: User;
  onDismiss: () => void;
}

function useMailLine(email: string, { secondsLeft, state, error }: ReturnType<typeof useResendMail>): string {
  const { t } = useTranslation('reminder');
  const sentence = useErrorSentence();
  if (state === 'sent') return t('mail_sent', { email });
  if (secondsLeft > 0) return t('mail_wait', { wait: formatWait(secondsLeft) });
  return error === null ? t('mail_text', { email }) : sentence(error);
}

/** The e-mail address is not confirmed: offers to send the activation mail again or to change the address. */
function MailReminder({ user }: { user: User }) {
  const { t } = useTranslation('reminder');
  const mail = useResendMail(false);
  const line = useMailLine(user.email, mail);
  return (
    <>
      <ReminderText title={t('mail_title')} line={line} />
      <div className="reminder-actions">
        <Button tone="soft" small busy={mail.state === 'busy'} disabled={mail.secondsLeft > 0} onClick={() => void mail.resend()}>
          {t('mail_send')}
        </Button>
        <ButtonLink tone="soft" small to="/profile/settings#email">
          {t('mail_change')}
        </ButtonLink>
      </div>
    </>
  );
}

/** The sign-up is unfinished: links to its next step. */
function SignUpReminder() {
  const { t } = useTranslation('reminder');
  return (
    <>
      <ReminderText title={t('sign_up_title')} line={t('sign_up_text')} />
      <div className="reminder-actions">
        <ButtonLink tone="soft" small to="/complete-signup">
          {t('sign_up_do')}
        </ButtonLink>
      </div>
    </>
  );
}

function ReminderText({ title, line }: { title: string; line: string }) {
  return (
    <div className="reminder-text">
      <p className="bold">{title}</p>
      <p className="small" role="status">
        {line}
      </p>
    </div>
  );
}

/** The bar above the page that reminds of an unconfirmed address or an unfinished sign-up. */
export function Reminder({ kind, user, onDismiss }: ReminderProps) {
  const { t } = useTranslation('reminder');
  return (
    <aside className="reminder" aria-label={t('label')}>
      <div className="reminder-inner">
        <Icon name={kind === 'mail' ? 'mail' : 'sprout'} />
        {kind === 'mail' ? <MailReminder user={user} /> : <SignUpReminder />}
        <IconButton name="x" label={t('close')} onClick={onDismiss} />
      </div>
    </aside>
  );
}
