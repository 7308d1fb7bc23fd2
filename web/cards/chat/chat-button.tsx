import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { useSignupOrLoginPath } from '../../session/signups-open.ts';
import { useUser } from '../../session/user.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOpenConversation } from './open-conversation.ts';

type Variant = 'round' | 'button' | 'words';
const CLASS: Record<Variant, string> = { round: 'round-btn', button: 'btn', words: 'card-chat-button' };

/** A plain click, which opens the chat in this tab. With a modifier key the browser follows the link as usual. */
const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The button that opens the conversation with a member. Visitors are led to the sign-up, or to the login while sign-ups are closed. */
export function ChatButton({ profile, variant = 'round' }: { profile: ProfileCard; variant?: Variant }) {
  const { t } = useTranslation('cards');
  const user = useUser();
  const signUpOrLoginPath = useSignupOrLoginPath(profile.id);
  const { isBusy, start } = useOpenConversation(profile.id);
  const isInWords = useFeatureFlag('memberDetails', 'startConversation') || variant === 'words';
  const label = t(isInWords && variant !== 'round' ? 'start_conversation_with' : 'chat_with', { name: profile.name });
  const open = (event: MouseEvent) => {
    if (!user || !isPlainClick(event)) return;
    event.preventDefault();
    if (!isBusy) void start();
  };
  const icon = <Icon name="message-circle" {...(variant === 'button' ? { size: 's' as const } : {})} />;
  return (
    <Link
      className={CLASS[variant]}
      to={user ? `/members/${profile.id}/chat` : signUpOrLoginPath}
      onClick={open}
      aria-busy={isBusy || undefined}
      aria-label={label}
    >
      {variant === 'round' && <span>{icon}</span>}
      {variant === 'button' && icon}
      {variant !== 'round' && (isInWords ? t('start_conversation') : label)}
    </Link>
  );
}
