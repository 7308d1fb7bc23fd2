import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../ui/images/avatar.tsx';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';

/** What a thread without messages shows. */
export function EmptyThread({ snapshot, name }: { snapshot: ConversationSnapshot; name: string }) {
  const { t } = useTranslation('chat');
  const profile = snapshot.thread?.profile;
  if (!profile || profile.is_gone) return <p className="day-divider" />;
  return (
    <div className="empty-thread">
      <Avatar image={profile.main_image} name={profile.name} size={96} />
      <h2 className="display display-28">{t('start_title', { name })}</h2>
      <p className="muted">{profile.is_fictional ? t('start_fictional') : t('start_text')}</p>
    </div>
  );
}
