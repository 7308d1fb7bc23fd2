import { type ReactNode, useEffect, useState } from 'react';
import { resendActivation } from '#contract/account-changes';
import type { ProfileCard } from '#contract/profile';
import { call } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { lazySafetyModule } from '../../../cards/safety/lazy-safety-module.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { refreshUser, useUser } from '../../../session/user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DiscountLine } from '../../../ui/discounts/discount-line.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useLazyModule } from '../../../ui/lazy-module.ts';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import type { ThreadInfo } from '../engine/conversation-history.ts';
import { useRefusalSentences } from './refusal-sentences.ts';

function Note({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <p className="flex-grow">{children}</p>
      {action}
    </div>
  );
}

function NotConfirmed({ text }: { text: string }) {
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
  return <Note action={action}>{text}</Note>;
}

function NotEnoughCredits({ text, conversation, credits, price }: { text: string; conversation: string; credits: number; price: number }) {
  const { t } = useTranslation('chat');
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
      {text} <DiscountLine />
    </Note>
  );
}

function Blocked({ text, profile }: { text: string; profile: ProfileCard }) {
  const part = useLazyModule(lazySafetyModule, true);
  return <Note action={part && <part.UnblockButton profile={profile} />}>{text}</Note>;
}

function Limited({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  const action = (
    <ButtonLink small tone="quiet" to="/pages/decisions">
      {t('limited_read')}
    </ButtonLink>
  );
  return <Note action={action}>{text}</Note>;
}

/** Why no message can be sent now, with a button that leads on if there is one (docs/product.md, "Permission to write"). */
export function CannotSendNote({ thread, conversation, name }: { thread: ThreadInfo; conversation: string; name: string }) {
  const { beforeSending } = useRefusalSentences();
  const credits = useUser()?.credits ?? 0;
  const { code } = thread.can_send;
  if (code === null) return null;
  const text = beforeSending(code, { name, credits, endsAt: thread.first_messages?.resets_at ?? null });
  switch (code) {
    case 'not_confirmed':
      return <NotConfirmed text={text} />;
    case 'not_enough_credits':
      return <NotEnoughCredits text={text} conversation={conversation} credits={credits} price={thread.price.credits} />;
    case 'blocked':
      return <Blocked text={text} profile={thread.profile} />;
    case 'limited':
      return <Limited text={text} />;
    case 'first_message_limit':
    case 'gone':
      return <Note>{text}</Note>;
  }
}
