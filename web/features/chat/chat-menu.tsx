import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useChatName } from './chat-name.ts';
import { OverflowMenu } from './overflow-menu.tsx';
import { useDeleteChat } from './use-delete-chat.ts';

/** What can be done with a chat as a whole. Deleting asks first. */
export function ChatMenu({ conversation, profile }: { conversation: string; profile: ProfileCard }) {
  const { t } = useTranslation('chat');
  const name = useChatName()(profile);
  const navigate = useNavigate();
  const { chatId } = useParams();
  const deleteChat = useDeleteChat();
  const [isAsking, setIsAsking] = useState(false);
  const confirm = async () => {
    setIsAsking(false);
    const isDeleted = deleteChat(conversation);
    if (chatId === conversation) await navigate('/chats', { replace: true });
    await isDeleted;
  };
  return (
    <>
      <OverflowMenu label={t('menu', { name })} className="more">
        {!profile.is_gone && (
          <Link className="menu-item" role="menuitem" to={`/members/${profile.id}`}>
            <Icon name="user-round" />
            {t('menu_profile')}
          </Link>
        )}
        <button type="button" className="menu-item" role="menuitem" onClick={() => setIsAsking(true)}>
          <Icon name="trash-2" />
          {t('menu_delete')}
        </button>
      </OverflowMenu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        title={t('delete_title', { name })}
        text={t('delete_text', { name })}
        confirmLabel={t('delete_confirm')}
        cancelLabel={t('delete_keep')}
      />
    </>
  );
}
