import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { openConversation } from '#contract/chat';
import { CallError, call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loginPath } from '../../session/login-redirect.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { useUser } from '../../session/user.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { MarkPageNotFound } from '../../ui/navigation/page-not-found.ts';
import { usePageParams } from '../../ui/navigation/page-params.ts';
import { Redirect } from '../../ui/navigation/screen-navigate.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import './start-conversation.css';

function OpenFailed({
  memberId,
  error,
  onRetry,
  isRetrying,
}: {
  memberId: string;
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}) {
  const { t } = useTranslation('chat');
  const sentence = useErrorSentence();
  useEffect(() => {
    if (!isRetrying) showToast({ tone: 'danger', title: t('start_failed_title'), text: t('start_failed') });
  }, [isRetrying, t]);
  const action = (
    <div className="start-actions">
      <Button icon="refresh-cw" busy={isRetrying} onClick={onRetry}>
        {t('start_retry')}
      </Button>
      <ButtonLink tone="quiet" to={`/members/${memberId}`}>
        {t('start_back')}
      </ButtonLink>
    </div>
  );
  return <EmptyState icon="message-circle" title={t('start_failed_heading')} text={sentence(error)} action={action} />;
}

function OpenConversation({ memberId }: { memberId: string }) {
  const { t } = useTranslation('chat');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['opened-conversation', memberId],
    queryFn: ({ signal }) => call(openConversation, { profile: memberId }, { signal }),
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  if (data) return <Redirect to={`/chats/${data.id}`} />;
  if (error instanceof CallError && error.code === 'not_found') return <MarkPageNotFound />;
  if (error) return <OpenFailed memberId={memberId} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <p className="start-loading muted" role="status">
      <span className="spinner" />
      {t('start_busy')}
    </p>
  );
}

/**
 * The screen of `/members/{memberId}/chat`: opens the conversation and goes to it. A visitor is led to the sign-up or, while sign-ups are
 * closed, to the login (docs/product.md, "Opening a conversation").
 */
export function Screen() {
  const { memberId = '' } = usePageParams();
  const { pathname } = useLocation();
  const areSignupsOpen = useSignupsOpen();
  const signupOrLogin = areSignupsOpen
    ? `/signup?member=${memberId}&next=${encodeURIComponent(pathname)}`
    : loginPath({ pathname, search: '', hash: '' });
  if (!useUser()) return <Redirect to={signupOrLogin} />;
  return (
    <main className="start-conversation">
      <OpenConversation memberId={memberId} />
    </main>
  );
}
