import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { MemberMenuEntries } from '../../../cards/safety/safety-module.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuEntry } from '../../../ui/menus/menu-entry.tsx';

export { DeleteChatDialog } from './delete-chat-dialog.tsx';

interface ChatMenuEntriesProps {
  conversation: string;
  profile: ProfileCard;
  isBlocked: boolean;
  onDelete: () => void;
}

export function ChatMenuEntries({ conversation, profile, isBlocked, onDelete }: ChatMenuEntriesProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      {!profile.is_gone && (
        <>
          <Link className="menu-item" role="menuitem" to={`/members/${profile.id}`}>
            <Icon name="user-round" />
            {t('menu_profile')}
          </Link>
          <MemberMenuEntries profile={profile} isOnCard={false} isBlocked={isBlocked} conversation={conversation} />
          <hr />
        </>
      )}
      <MenuEntry icon="trash-2" label={t('menu_delete')} onChoose={onDelete} />
    </>
  );
}
