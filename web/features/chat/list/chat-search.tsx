import type { ChatListItem } from '#contract/chat';
import { foldAccents } from '../../../i18n/fold-accents.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../ui/button.tsx';
import { SearchInput } from '../../../ui/forms/search-input.tsx';

/** Whether the other's name or the last message of a conversation contains the query. Case and accents make no difference. */
export function matchesSearch({ profile, conversation }: ChatListItem, query: string): boolean {
  return foldAccents(`${profile.name}\n${conversation.last_message.text}`).includes(foldAccents(query));
}

interface ChatSearchProps {
  value: string;
  onChange: (value: string) => void;
  onClose: () => void;
}

export function ChatSearch({ value, onChange, onClose }: ChatSearchProps) {
  const { t } = useTranslation('chat');
  return (
    <search className="chat-search">
      <SearchInput label={t('search')} value={value} isFocused onChange={onChange} onEscape={onClose} />
      <IconButton name="x" label={t('search_close')} onClick={onClose} />
    </search>
  );
}
