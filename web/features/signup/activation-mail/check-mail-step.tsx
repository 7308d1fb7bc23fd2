import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getActivation, SIGNUP_STEPS, type User, updateUser } from '#contract/account';
import { call } from '../../../api/call.ts';
import { signIn } from '../../../session/user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { mailboxOf } from '../../../ui/email/mail-providers.ts';
import { ChangeAddress } from './change-email-dialog.tsx';
import { LetterRing } from './progress-ring.tsx';

const ASK_AGAIN_MS = 5000;
const WHOLE = 100;

/** Whether the letter has left; asked until it has. */
function useHasLeft({ email, activated }: User): boolean {
  const { data } = useQuery({
    queryKey: ['activation', email],
    queryFn: async ({ signal }) => (await call(getActivation, {}, { signal })).delivered,
    enabled: !activated,
    refetchInterval: ({ state }) => (state.data === true ? false : ASK_AGAIN_MS),
  });
  return data ?? false;
}

/** Nobody waits for the answer: a sign-up left without it is only offered once more. */
function tellDone(): void {
  call(updateUser, { lastSignupStep: SIGNUP_STEPS - 1 }).then(
    ({ user }) => signIn(user),
    (error: unknown) => console.warn(error),
  );
}

/** The ways on: to the mailbox, to the members; ember is on the first of them. */
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
  /** Where the button leads. */
  next: string;
  resend: ReactNode;
}

/** The letter is out: to be opened, sent again, or sent elsewhere. */
export function CheckMail({ user, next, resend }: CheckMailProps) {
  const { t } = useTranslation('signup');
  const { email, profile, mailprovider, activated: isConfirmed } = user;
  const hasLeft = useHasLeft(user);
  const [isChanging, setChanging] = useState(false);
  const [changedTo, setChangedTo] = useState<string | null>(null);
  // A site that checks addresses strictly asks the new one first: until then the account keeps the old.
  const isMoved = changedTo !== null && !isConfirmed;
  const words = isConfirmed ? 'confirmed' : hasLeft ? 'delivered' : 'leaving';
  return (
    <>
      <LetterRing profile={profile} round={WHOLE} />
      <div className="letter-words" role="status">
        <h1 className="d d40">{t(isConfirmed ? 'confirmed_title' : 'delivered_title', { name: profile.name })}</h1>
        <p className="soft">
          {t(isMoved ? 'changed_text' : `${words}_text`)} <b className="letter-address">{isMoved ? changedTo : email}</b>
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

/** A sign-up that signed nobody in: the mail alone tells what has become of it. */
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
