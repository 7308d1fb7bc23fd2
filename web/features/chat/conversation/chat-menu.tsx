import { useState } from 'react';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { createPart, usePart } from '../../../ui/lazy-module.ts';
import { Menu } from '../../../ui/menus/menu.tsx';
import { useChatName } from './chat-name.ts';

const menuPart = createPart(() => import('./chat-menu-entries.tsx'), 'safety');

interface ChatMenuProps {
  conversation: string;
  profile: ProfileCard;
  isBlocked?: boolean;
}

/** What can be done with a chat as a whole and about the other member. Deleting asks first. */
export function ChatMenu({ isBlocked = false, ...chat }: ChatMenuProps) {
  const { t } = useTranslation('chat');
  const name = useChatName()(chat.profile);
  const [isAsking, setIsAsking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const part = usePart(menuPart, isOpen || isAsking);
  return (
    <>
      <Menu label={t('menu', { name })} title={name} className="icon-btn more" onOpenChange={setIsOpen}>
        {isOpen && part && <part.ChatMenuEntries {...chat} isBlocked={isBlocked} onDelete={() => setIsAsking(true)} />}
      </Menu>
      {isAsking && part && <part.DeleteChat conversation={chat.conversation} name={name} onClose={() => setIsAsking(false)} />}
    </>
  );
}
