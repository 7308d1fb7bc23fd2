import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { errorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignupOrLoginPath } from '../../session/signups-open.ts';
import { useUser } from '../../session/user.ts';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { toggleLike, useIsLiked } from './like-mutation.ts';
import './like-button.css';

type Variant = 'round' | 'heart' | 'plain';
const CLASS: Record<Variant, string> = { round: 'round-btn like-btn', heart: 'heart-btn like-btn', plain: 'icon-btn like-btn' };

/** The button that likes a member or takes the like back. Visitors are led to the sign-up, or to the login while sign-ups are closed. */
export function LikeButton({ profile, variant = 'round' }: { profile: ProfileCard; variant?: Variant }) {
  const { t } = useTranslation('cards');
  const client = useQueryClient();
  const isLiked = useIsLiked(profile);
  const signUpOrLoginPath = useSignupOrLoginPath(profile.id);
  const heart =
    variant === 'round' ? (
      <span>
        <Icon name="heart" />
      </span>
    ) : (
      <Icon name="heart" />
    );
  if (!useUser()) {
    return (
      <Link className={CLASS[variant]} to={signUpOrLoginPath} aria-label={t('like', { name: profile.name })}>
        {heart}
      </Link>
    );
  }
  const press = () =>
    toggleLike(client, profile).catch((error: unknown) =>
      showToast({ tone: 'danger', title: t('like_failed', { name: profile.name }), text: errorSentence(error) }),
    );
  return (
    <button type="button" className={CLASS[variant]} aria-pressed={isLiked} aria-label={t('like', { name: profile.name })} onClick={press}>
      {heart}
    </button>
  );
}
