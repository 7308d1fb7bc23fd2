import { useState } from 'react';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { Menu } from '../../../ui/menus/menu.tsx';
import { useChatName } from './chat-name.ts';

const lazyMenuEntries = createLazyModule(() => import('./chat-menu-entries.tsx'), 'safety');

interface ChatMenuProps {
  conversation: string;
  profile: ProfileCard;
  isBlocked?: boolean;
}

/** The menu of a conversation: entries about the other member, and deleting, which asks for confirmation. */
export function ChatMenu({ isBlocked = false, ...chat }: ChatMenuProps) {
  const { t } = useTranslation('chat');
  const name = useChatName()(chat.profile);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const part = useLazyModule(lazyMenuEntries, isOpen || isConfirming);
  return (
    <>
      <Menu label={t('menu', { name })} title={name} className="icon-btn menu-button" onOpenChange={setIsOpen}>
        {isOpen && part && <part.ChatMenuEntries {...chat} isBlocked={isBlocked} onDelete={() => setIsConfirming(true)} />}
      </Menu>
      {isConfirming && part && (
        <part.DeleteChatDialog conversation={chat.conversation} name={name} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}
