import { useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';
import { usePageParams } from '../../../ui/navigation/page-params.ts';
import { useDeleteChat } from './use-delete-chat.ts';

interface DeleteChatProps {
  conversation: string;
  name: string;
  onClose: () => void;
}

/** The confirmation before a conversation is deleted. On a yes it is deleted, and its page is left. */
export function DeleteChatDialog({ conversation, name, onClose }: DeleteChatProps) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const { chatId } = usePageParams();
  const deleteChat = useDeleteChat();
  const confirm = async () => {
    onClose();
    const deletion = deleteChat(conversation);
    if (chatId === conversation) await navigate('/chats', { replace: true });
    await deletion;
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t('delete_title', { name })}
      text={t('delete_text', { name })}
      confirmLabel={t('delete_confirm')}
      cancelLabel={t('delete_keep')}
    />
  );
}
