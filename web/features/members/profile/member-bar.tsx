import type { Profile } from '#contract/profile';
import { ChatButton } from '../../../cards/chat/chat-button.tsx';
import { LikeButton } from '../../../cards/likes/like-button.tsx';
import { lazySafetyModule } from '../../../cards/safety/lazy-safety-module.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useLazyModule } from '../../../ui/lazy-module.ts';

function BlockedNote({ profile }: { profile: Profile }) {
  const { t } = useTranslation('members');
  const safetyModule = useLazyModule(lazySafetyModule, true);
  return (
    <div className="note note-blocked" role="note">
      <Icon name="ban" />
      <p className="flex-grow">{t('blocked', { name: profile.name })}</p>
      {safetyModule && <safetyModule.UnblockButton profile={profile} />}
    </div>
  );
}

/** Like and chat buttons that stay at the bottom of the screen; on one's own page a link to `/profile`, for a blocked member a note. */
export function MemberBar({ profile }: { profile: Profile }) {
  const { t } = useTranslation('members');
  const isMe = useUser()?.id === profile.id;
  if (profile.blocked) return <BlockedNote profile={profile} />;
  return (
    <div className="member-bar">
      {isMe ? (
        <ButtonLink to="/profile">{t('edit_profile')}</ButtonLink>
      ) : (
        <>
          <LikeButton profile={profile} variant="heart" />
          <ChatButton profile={profile} variant="button" />
        </>
      )}
    </div>
  );
}
