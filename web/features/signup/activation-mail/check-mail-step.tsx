import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { getActivation, type User, updateUser } from '#contract/account';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { signIn } from '../../../session/user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { mailboxOf } from '../../../ui/email/mail-providers.ts';
import { stepNumber } from '../flow/steps.ts';
import { ChangeAddress } from './change-email-dialog.tsx';
import { LetterRing } from './progress-ring.tsx';

const ASK_AGAIN_MS = 5000;
const WHOLE = 100;

/** Whether the activation mail has been handed over. Asks every 5 seconds until it has. */
function useHasLeft({ email, activated }: User): boolean {
  const { data } = useQuery({
    queryKey: ['activation', email],
    queryFn: async ({ signal }) => (await call(getActivation, {}, { signal })).delivered,
    enabled: !activated,
    refetchInterval: ({ state }) => (state.data === true ? false : ASK_AGAIN_MS),
  });
  return data ?? false;
}

/** Stores that the sign-up is finished. Nobody waits for the answer: if it fails, the last step is only offered once more. */
function tellDone(): void {
  call(updateUser, { lastSignupStep: stepNumber('check_mail') }).then(
    ({ user }) => signIn(user),
    (error: unknown) => console.warn(error),
  );
}

/** Links to the mailbox, to `next` and to the sign-up matches. The first one has the prominent colour. */
function WaysOn({ mailbox, next }: { mailbox: string | null; next: string }) {
  const { t } = useTranslation('signup');
  return (
    <div className="letter-acts">
      {mailbox && (
        <a className="btn btn-wide" href={mailbox} target="_blank" rel="noreferrer">
          {t('open_mailbox')}
        </a>
      )}
      <ButtonLink to={next} wide tone={mailbox ? 'quiet' : 'ember'} onClick={tellDone}>
        {t(next === '/members' ? 'go_members' : 'go_on')}
      </ButtonLink>
      <Link className="link letter-matches" to="/signup-matches" onClick={tellDone}>
        {t('go_matches')}
      </Link>
    </div>
  );
}

/** For a member to whom no mail came: the spam folder, sending again, another address. */
function NothingThere({ resend, onChange }: { resend: ReactNode; onChange: () => void }) {
  const { t } = useTranslation('signup');
  return (
    <div className="letter-more">
      <p className="hint">{t('spam_hint')}</p>
      <div className="letter-again">
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
  next: string;
  resend: ReactNode;
}

/** Says that the mail has left or is leaving, and offers to open the mailbox, to send again and to use another address. */
export function CheckMail({ user, next, resend }: CheckMailProps) {
  const { t } = useTranslation('signup');
  const { email, profile, mailprovider, activated: isConfirmed } = user;
  const isDelivered = useHasLeft(user);
  const [isChanging, setChanging] = useState(false);
  const [changedTo, setChangedTo] = useState<string | null>(null);
  // With the strict address check the account keeps the old address until the new one is confirmed.
  const isChangePending = changedTo !== null && !isConfirmed;
  const textKey = isConfirmed ? 'confirmed' : isDelivered ? 'delivered' : 'leaving';
  return (
    <>
      <LetterRing profile={profile} round={WHOLE} />
      <div className="letter-words" role="status">
        <h1 className="d d40">{t(isConfirmed ? 'confirmed_title' : 'delivered_title', { name: profile.name })}</h1>
        <p className="soft">
          {t(isChangePending ? 'changed_text' : `${textKey}_text`)} <b className="letter-address">{isChangePending ? changedTo : email}</b>
        </p>
      </div>
      <div className="split-foot">
        <WaysOn mailbox={isConfirmed ? null : mailboxOf(mailprovider)} next={next} />
        {!isConfirmed && <NothingThere resend={resend} onChange={() => setChanging(true)} />}
      </div>
      <ChangeAddress
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
export function UnseenAccount({ email, logInPath }: { email: string; logInPath: string }) {
  const { t } = useTranslation('signup');
  return (
    <>
      <LetterRing profile={{ name: '', main_image: null }} round={WHOLE} />
      <div className="letter-words" role="status">
        <h1 className="d d40">{t('unseen_title')}</h1>
        <p className="soft">
          {t('unseen_text')} <b className="letter-address">{email}</b>
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
