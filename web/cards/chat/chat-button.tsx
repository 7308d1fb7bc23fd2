import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { openConversation } from '#contract/chat';
import type { ProfileCard } from '#contract/profile';
import { call } from '../../api/call.ts';
import { useSwitch } from '../../session/feature-flags.ts';
import { useWayIn } from '../../session/signups-open.ts';
import { useUser } from '../../session/user.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePressNavigate } from '../../ui/navigation/screen-navigate.ts';
import { showToast } from '../../ui/toasts/toast.tsx';

type Variant = 'orb' | 'button' | 'words';
const CLASS: Record<Variant, string> = { orb: 'orb', button: 'btn', words: 'card-start' };

/** A press meant for this tab; any other keeps what the browser does with a link. */
const isPlain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

function useStart(profileId: string) {
  const { t } = useTranslation('cards');
  const navigateAfter = usePressNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    const leadOn = navigateAfter();
    try {
      const { id } = await call(openConversation, { profile: profileId });
      await leadOn(`/chats/${id}`);
    } catch {
      showToast({ tone: 'danger', title: t('chat_failed_title'), text: t('chat_failed') });
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, start };
}

/** The way into the conversation with a member. To visitors it is the way in. */
export function StartChat({ profile, variant = 'orb' }: { profile: ProfileCard; variant?: Variant }) {
  const { t } = useTranslation('cards');
  const user = useUser();
  const wayIn = useWayIn(profile.id);
  const { isBusy, start } = useStart(profile.id);
  const isInWords = useSwitch('memberDetails', 'startConversation') || variant === 'words';
  const label = t(isInWords && variant !== 'orb' ? 'start_conversation_with' : 'chat_with', { name: profile.name });
  const open = (event: MouseEvent) => {
    if (!user || !isPlain(event)) return;
    event.preventDefault();
    if (!isBusy) void start();
  };
  const icon = <Icon name="message-circle" {...(variant === 'button' ? { size: 's' as const } : {})} />;
  return (
    <Link
      className={CLASS[variant]}
      to={user ? `/members/${profile.id}/chat` : wayIn}
      onClick={open}
      aria-busy={isBusy || undefined}
      aria-label={label}
    >
      {variant === 'orb' && <span>{icon}</span>}
      {variant === 'button' && icon}
      {variant !== 'orb' && (isInWords ? t('start_conversation') : label)}
    </Link>
  );
}
