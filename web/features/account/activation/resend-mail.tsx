import { useErrorSentence } from '../../../api/error-text.ts';
import { formatWait } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, ButtonLink, type ButtonTone } from '../../../ui/button.tsx';
import { useResendMail } from './use-resend-mail.ts';
import '../../../ui/mailed-link/outcome-frame.css';

interface ResendMailProps {
  email: string;
  /** An activation mail was sent a moment ago, so the button starts disabled for 60 seconds. */
  isJustSent?: boolean;
  wide?: boolean;
  tone?: ButtonTone;
}

/** The button that sends the activation mail again, with the result, the waiting time or the error below it. */
export function ResendMail({ email, isJustSent = false, wide = false, tone = 'soft' }: ResendMailProps) {
  const { t } = useTranslation('account');
  const sentence = useErrorSentence();
  const { secondsLeft, state, error, resend } = useResendMail(isJustSent);
  const isWaiting = secondsLeft > 0;
  return (
    <div className="resend-mail">
      <Button tone={tone} wide={wide} small={!wide} busy={state === 'busy'} disabled={isWaiting} onClick={() => void resend()}>
        {t('resend')}
      </Button>
      <p className="hint" role="status">
        {state === 'sent' && t('resent', { email })}
      </p>
      {isWaiting && <p className="hint">{t('resend_wait', { wait: formatWait(secondsLeft) })}</p>}
      {error !== null && !isWaiting && (
        <p className="hint error" role="alert">
          {sentence(error)}
        </p>
      )}
    </div>
  );
}

/** What a member with an unconfirmed address can do: have the activation mail sent again, or correct the address. */
export function ResendOrChangeAddress({ email }: { email: string }) {
  const { t } = useTranslation('account');
  return (
    <>
      <ResendMail email={email} wide tone="ember" />
      <ButtonLink to="/profile/settings#email" tone="quiet" wide>
        {t('error_other_address')}
      </ButtonLink>
    </>
  );
}
