import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/account';
import ewa from '../../../../assets/portraits/site/ewa.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { userQuery, useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { OutcomeFrame, OutcomeLoading } from '../../../ui/mailed-link/outcome-frame.tsx';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { hasQuestionsLeft } from '../../signup/flow/signup-progress.ts';
import { ResendOrChangeAddress } from './resend-mail.tsx';

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

/** Shown while the stored user is unconfirmed. It may have been stored before the link was opened, so the user is fetched again. */
function NotConfirmed({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const { isFetching, isFetchedAfterMount, isError, error, refetch } = useQuery(userQuery);
  // Only a fetch that was due at the first render shows the waiting state; a later poll leaves the outcome in place.
  const [wasFetchingAtMount] = useState(isFetching);
  if (isError) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (wasFetchingAtMount && !isFetchedAfterMount) return <OutcomeLoading />;
  return (
    <OutcomeFrame tone="plain" title={t('done_not_yet_title')} text={t('done_not_yet_text', { email })}>
      <ResendOrChangeAddress email={email} />
    </OutcomeFrame>
  );
}

/**
 * Where a valid activation link leads (docs/product.md, "Activation link"). For a visitor the address counts as confirmed, for a member
 * `user.activated` decides.
 */
export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();
  return (
    <SplitFrame portrait={ewa} quote={t('quote')}>
      {user && !user.activated ? <NotConfirmed email={user.email} /> : <Confirmed user={user} />}
    </SplitFrame>
  );
}
