import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { safetyPart } from '../../cards/safety/safety-part.ts';
import { createPart, usePart } from '../../session/part.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuEntry } from '../../ui/menu-entry.tsx';
import { useChatName } from './chat-name.ts';

const deleting = createPart(() => import('./delete-chat.tsx'));

interface ChatMenuProps {
  conversation: string;
  profile: ProfileCard;
  isBlocked?: boolean;
}

/** What can be done with a chat as a whole and about the other member. Deleting asks first. */
export function ChatMenu({ conversation, profile, isBlocked = false }: ChatMenuProps) {
  const { t } = useTranslation('chat');
  const name = useChatName()(profile);
  const [isAsking, setIsAsking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const part = usePart(deleting, isAsking);
  const safety = usePart(safetyPart, isOpen);
  return (
    <>
      <Menu label={t('menu', { name })} title={name} className="icon-btn more" onOpenChange={setIsOpen}>
        {safety && (
          <>
            {!profile.is_gone && (
              <>
                <Link className="menu-item" role="menuitem" to={`/members/${profile.id}`}>
                  <Icon name="user-round" />
                  {t('menu_profile')}
                </Link>
                <safety.MemberEntries profile={profile} isOnCard={false} isBlocked={isBlocked} conversation={conversation} />
                <hr />
              </>
            )}
            <MenuEntry icon="trash-2" label={t('menu_delete')} onChoose={() => setIsAsking(true)} />
          </>
        )}
      </Menu>
      {isAsking && part && <part.DeleteChat conversation={conversation} name={name} onClose={() => setIsAsking(false)} />}
    </>
  );
}
