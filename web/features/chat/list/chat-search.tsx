import type { ChatListItem } from '#contract/chat';
import { foldAccents } from '../../../i18n/fold-accents.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

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
      <Icon name="search" />
      <input
        className="input"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t('search')}
        placeholder={t('search')}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the field appears because the member asked for it
        autoFocus
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <IconButton name="x" label={t('search_close')} onClick={onClose} />
    </search>
  );
}
