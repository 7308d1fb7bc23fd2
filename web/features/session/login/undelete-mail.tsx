import { useState } from 'react';
import { undeleteUser } from '#contract/account-changes';
import { call } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Shown after a login with the right password of a deleted account: sends the mail that restores the account. */
export function UndeleteMail({ email, password }: { email: string; password: string }) {
  const { t } = useTranslation('session');
  const sentence = useErrorSentence();
  const { run, isBusy, failure } = useAction();
  const [isSent, setSent] = useState(false);
  const send = async () => setSent(await run(() => call(undeleteUser, { email, password })));
  return (
    <div className="note">
      <Icon name="info" />
      <div className="undelete-mail">
        <div role="alert">
          <b>{t('deleted_title')}</b>
          <p>{t('deleted_text')}</p>
        </div>
        {!isSent && (
          <Button tone="quiet" small busy={isBusy} onClick={() => void send()}>
            {t('deleted_send')}
          </Button>
        )}
        <p className="bold" role="status">
          {isSent && t('deleted_sent', { email: email.trim() })}
        </p>
        {failure !== null && (
          <p className="error" role="alert">
            {sentence(failure)}
          </p>
        )}
      </div>
    </div>
  );
}
