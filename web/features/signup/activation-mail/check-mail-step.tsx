import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/account';
import { getActivation } from '#contract/account-changes';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { saveUser } from '../../../session/save-user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { webmailUrlOf } from '../../../ui/email/mail-providers.ts';
import { stepNumber } from '../flow/signup-progress.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ProgressRing } from './progress-ring.tsx';

const ASK_AGAIN_MS = 5000;
const RING_FULL = 100;

/** Whether the activation mail has been handed over. Asks every 5 seconds until it has. */
function useIsMailDelivered({ email, activated }: User): boolean {
  const { data } = useQuery({
    queryKey: ['activation', email],
    queryFn: async ({ signal }) => (await call(getActivation, {}, { signal })).delivered,
    enabled: !activated,
    refetchInterval: ({ state }) => (state.data === true ? false : ASK_AGAIN_MS),
  });
  return data ?? false;
}

/** Stores that the sign-up is finished. Nobody waits for the answer: if it fails, the last step is only offered once more. */
function saveSignUpFinished(): void {
  saveUser({ lastSignupStep: stepNumber('check_mail') }).catch((error: unknown) => console.warn(error));
}

/** Links to the mailbox, to `next` and to the sign-up matches. The first one has the prominent colour. */
function ContinueLinks({ mailbox, next }: { mailbox: string | null; next: string }) {
  const { t } = useTranslation('signup');
  return (
    <div className="check-mail-actions">
      {mailbox && (
        <a className="btn btn-wide" href={mailbox} target="_blank" rel="noreferrer">
          {t('open_mailbox')}
        </a>
      )}
      <ButtonLink to={next} wide tone={mailbox ? 'quiet' : 'ember'} onClick={saveSignUpFinished}>
        {t(next === '/members' ? 'go_members' : 'go_on')}
      </ButtonLink>
      <Link className="link check-mail-matches" to="/signup-matches" onClick={saveSignUpFinished}>
        {t('go_matches')}
      </Link>
    </div>
  );
}

/** For a member to whom no mail came: the spam folder, sending again, another address. */
function MissingMailHelp({ resend, onChange }: { resend: ReactNode; onChange: () => void }) {
  const { t } = useTranslation('signup');
  return (
    <div className="check-mail-help">
      <p className="hint">{t('spam_hint')}</p>
      <div className="check-mail-resend">
        {resend}
        <Button tone="soft" small onClick={onChange}>
          {t('change_address')}
        </Button>
      </div>
    </div>
  );
}

interface CheckMailProps {
  user: User;
  /** The path that the button leads to. */
  nextPath: string;
  resend: ReactNode;
}

/** Says that the mail has left or is leaving, and offers to open the mailbox, to send again and to use another address. */
export function CheckMail({ user, nextPath, resend }: CheckMailProps) {
  const { t } = useTranslation('signup');
  const { email, profile, mailprovider, activated: isConfirmed } = user;
  const isDelivered = useIsMailDelivered(user);
  const [isChanging, setChanging] = useState(false);
  const [changedTo, setChangedTo] = useState<string | null>(null);
  // With the strict address check the account keeps the old address until the new one is confirmed.
  const isChangePending = changedTo !== null && !isConfirmed;
  const textKey = isConfirmed ? 'confirmed' : isDelivered ? 'delivered' : 'leaving';
  return (
    <>
      <ProgressRing profile={profile} percent={RING_FULL} />
      <div className="check-mail-text" role="status">
        <h1 className="display display-40">{t(isConfirmed ? 'confirmed_title' : 'delivered_title', { name: profile.name })}</h1>
        <p className="muted">
          {t(isChangePending ? 'changed_text' : `${textKey}_text`)}{' '}
          <b className="check-mail-address">{isChangePending ? changedTo : email}</b>
        </p>
      </div>
      <div className="split-foot">
        <ContinueLinks mailbox={isConfirmed ? null : webmailUrlOf(mailprovider)} next={nextPath} />
        {!isConfirmed && <MissingMailHelp resend={resend} onChange={() => setChanging(true)} />}
      </div>
      <ChangeEmailDialog
        isOpen={isChanging}
        onClose={() => setChanging(false)}
        onChanged={(address) => {
          setChangedTo(address);
          setChanging(false);
        }}
      />
    </>
  );
}

/** The same without a session (strict address check): only the mail says whether there is a new account. */
export function UndisclosedSignUp({ email, logInPath }: { email: string; logInPath: string }) {
  const { t } = useTranslation('signup');
  return (
    <>
      <ProgressRing profile={{ name: '', main_image: null }} percent={RING_FULL} />
      <div className="check-mail-text" role="status">
        <h1 className="display display-40">{t('unseen_title')}</h1>
        <p className="muted">
          {t('unseen_text')} <b className="check-mail-address">{email}</b>
        </p>
      </div>
      <div className="split-foot">
        <ButtonLink to={logInPath} wide tone="quiet">
          {t('log_in')}
        </ButtonLink>
        <p className="hint split-aside">{t('unseen_hint')}</p>
      </div>
    </>
  );
}
