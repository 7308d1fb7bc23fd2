import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account';
import ewa from '../../../../assets/portraits/site/ewa.webp';
import { userQuery, useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { OutcomeFrame, OutcomeWaiting } from '../../../ui/mailed-link/outcome-frame.tsx';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { hasQuestionsLeft } from '../../signup/flow/signup-progress.ts';
import { ResendMail } from './resend-mail.tsx';

function Confirmed({ user }: { user: User | null }) {
  const { t } = useTranslation('account');
  const isUnfinished = user !== null && hasQuestionsLeft(user);
  return (
    <OutcomeFrame tone="good" title={t('done_title')} text={t(isUnfinished ? 'done_unfinished' : 'done_text')}>
      {isUnfinished && (
        <ButtonLink to="/complete-signup" wide>
          {t('done_finish')}
        </ButtonLink>
      )}
      <ButtonLink to={user ? '/members' : '/login?next=/members'} tone={isUnfinished ? 'quiet' : 'ember'} wide>
        {t(user ? 'done_go' : 'log_in')}
      </ButtonLink>
    </OutcomeFrame>
  );
}

/** A member whom this page knows as not confirmed: it may be older than the link that led here, so the server is asked. */
function NotConfirmed({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { isFetching, isFetchedAfterMount, isError, error, refetch } = useQuery(userQuery);
  // Only a fetch that was due at the first render shows the waiting state; a later poll leaves the outcome in place.
  const [isAskedFirst] = useState(isFetching);
  if (isError) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (isAskedFirst && !isFetchedAfterMount) return <OutcomeWaiting />;
  return (
    <OutcomeFrame tone="plain" title={t('done_not_yet_title')} text={t('done_not_yet_text', { email })}>
      <ResendMail email={email} wide tone="ember" />
      <ButtonLink to="/profile#email" tone="quiet" wide>
        {t('error_other_address')}
      </ButtonLink>
    </OutcomeFrame>
  );
}

/** Where the link of the activation mail leads. Visitors come from that link alone; of a member it is known how their address stands. */
export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();
  return (
    <SplitFrame portrait={ewa} quote={t('quote')}>
      {user && !user.activated ? <NotConfirmed email={user.email} /> : <Confirmed user={user} />}
    </SplitFrame>
  );
}
