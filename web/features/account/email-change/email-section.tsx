import { useState } from 'react';
import type { User } from '#contract/account';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SettingRow, useDisclosure } from '../../../ui/setting-row/setting-row.tsx';
import { ResendMail } from '../activation/resend-mail.tsx';
import { EmailChangeForm } from './email-change-form.tsx';

function EmailStatus({ user }: { user: User }) {
  const { t } = useTranslation('account');
  return (
    <>
      <p>{user.email}</p>
      {user.activated ? (
        <p className="row small is-confirmed">
          <Icon name="circle-check" size="s" />
          {t('email_confirmed')}
        </p>
      ) : (
        <p className="muted small">{t('email_not_confirmed')}</p>
      )}
    </>
  );
}

export function EmailSection({ user }: { user: User }) {
  const { t } = useTranslation('account');
  const { isOpen, open, close, opener } = useDisclosure('email');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const onSent = (email: string) => {
    setSentTo(email);
    close();
  };
  const isAwaitingConfirmation = sentTo !== null && sentTo.toLowerCase() !== user.email;
  const hasSentNote = sentTo !== null && (isAwaitingConfirmation || !user.activated);
  const action = !isOpen && (
    <Button tone="soft" small ref={opener} aria-label={t('email_change_long')} onClick={open}>
      {t('change')}
    </Button>
  );
  return (
    <SettingRow id="email" title={t('email')} state={<EmailStatus user={user} />} action={action}>
      {isOpen && <EmailChangeForm user={user} onSent={onSent} onCancel={close} />}
      <div role="status">
        {!isOpen && hasSentNote && (
          <p className="note">
            <Icon name="mail" />
            <span>{t(isAwaitingConfirmation ? 'email_asked' : 'email_replaced', { email: sentTo, old: user.email })}</span>
          </p>
        )}
      </div>
      {!user.activated && !isOpen && <ResendMail key={user.email} email={user.email} isJustSent={sentTo !== null} />}
    </SettingRow>
  );
}
