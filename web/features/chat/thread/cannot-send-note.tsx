import { type ReactNode, useEffect, useState } from 'react';
import { resendActivation } from '#contract/account';
import type { ProfileCard } from '#contract/profile';
import { call } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { lazySafetyModule } from '../../../cards/safety/lazy-safety-module.ts';
import { formatNearTime } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { refreshUser, useUser } from '../../../session/user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DiscountLine } from '../../../ui/discounts/discount-line.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useLazyModule } from '../../../ui/lazy-module.ts';
import { showToast } from '../../../ui/toasts/toast.tsx';
import type { ThreadInfo } from '../engine/conversation-history.ts';

function Note({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <p className="grow">{children}</p>
      {action}
    </div>
  );
}

function NotConfirmed() {
  const { t } = useTranslation('chat');
  const sentence = useErrorSentence();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const resend = async () => {
    setState('busy');
    try {
      await call(resendActivation, {});
      setState('sent');
    } catch (error) {
      setState('idle');
      showToast({ tone: 'danger', title: t('resend_failed'), text: sentence(error) });
    }
  };
  const action = (
    <Button small tone="quiet" busy={state === 'busy'} disabled={state === 'sent'} onClick={() => void resend()}>
      {state === 'sent' ? t('resent') : t('resend')}
    </Button>
  );
  return <Note action={action}>{t('refusal_not_confirmed')}</Note>;
}

function NotEnoughCredits({ conversation, price }: { conversation: string; price: number }) {
  const { t } = useTranslation('chat');
  const credits = useUser()?.credits ?? 0;
  const isBalanceOutdated = credits >= price;
  useEffect(() => {
    if (isBalanceOutdated) refreshUser().catch(() => undefined);
  }, [isBalanceOutdated]);
  const returnPath = encodeURIComponent(`/chats/${conversation}`);
  const action = (
    <ButtonLink small to={`/credits?back=${returnPath}`}>
      {t('get_credits')}
    </ButtonLink>
  );
  return (
    <Note action={action}>
      {t('refusal_not_enough_credits', { count: credits })} <DiscountLine />
    </Note>
  );
}

function FirstMessageLimit({ until, name }: { until: string | null; name: string }) {
  const { t } = useTranslation('chat');
  return (
    <Note>{until ? t('refusal_first_message_limit_until', { time: formatNearTime(until), name }) : t('refusal_first_message_limit')}</Note>
  );
}

function Blocked({ profile, name }: { profile: ProfileCard; name: string }) {
  const { t } = useTranslation('chat');
  const part = useLazyModule(lazySafetyModule, true);
  return <Note action={part && <part.UnblockButton profile={profile} />}>{t('refusal_blocked', { name })}</Note>;
}

/** Why no message can be sent now, with a button that leads on if there is one (docs/product.md, "Permission to write"). */
export function CannotSendNote({ thread, conversation, name }: { thread: ThreadInfo; conversation: string; name: string }) {
  const { t } = useTranslation('chat');
  switch (thread.can_send.code) {
    case 'not_confirmed':
      return <NotConfirmed />;
    case 'not_enough_credits':
      return <NotEnoughCredits conversation={conversation} price={thread.price.credits} />;
    case 'first_message_limit':
      return <FirstMessageLimit until={thread.first_messages?.resets_at ?? null} name={name} />;
    case 'blocked':
      return <Blocked profile={thread.profile} name={name} />;
    case 'gone':
      return <Note>{t('refusal_gone')}</Note>;
    case null:
      return null;
  }
}
