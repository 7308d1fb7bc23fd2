import { useQuery } from '@tanstack/react-query';
import { EmojiPicker, type EmojiPickerListCategoryHeaderProps, type EmojiPickerListEmojiProps, type SkinTone } from 'frimousse';
import { useState } from 'react';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readItem, writeItem } from '../../../platform/web-storage.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { loadEmoji, SKIN_TONES } from './emoji-table.ts';
import './emoji.css';

const TONE_KEY = 'emoji-tone';
/** The number of emoji in a row, which fits a screen of 320 px. */
const COLUMNS = 7;

function readStoredTone(): SkinTone {
  const stored = readItem(TONE_KEY);
  return SKIN_TONES.find((tone) => tone === stored) ?? 'none';
}

/** Without storage the choice lasts as long as the page. */
function storeTone(tone: SkinTone): void {
  writeItem(TONE_KEY, tone === 'none' ? null : tone);
}

function useEmoji() {
  const { t } = useTranslation('chat');
  const locale = currentLocale();
  return useQuery({
    queryKey: ['emoji', locale],
    queryFn: ({ signal }) => loadEmoji(locale, { group: (name) => t(`emoji_${name}`), tone: (name) => t(`tone_${name}`) }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

const GroupHeading = ({ category, ...rest }: EmojiPickerListCategoryHeaderProps) => (
  <div {...rest} className="emoji-group">
    {category.label}
  </div>
);

const EmojiCell = ({ emoji, ...rest }: EmojiPickerListEmojiProps) => (
  <button {...rest} type="button" className="emoji-cell">
    {emoji.emoji}
  </button>
);

const LIST_COMPONENTS = { CategoryHeader: GroupHeading, Emoji: EmojiCell };

/** A button that changes the skin tone to the next one; the choice is stored on this device. */
function SkinToneButton() {
  const { t } = useTranslation('chat');
  return (
    <EmojiPicker.SkinTone emoji="👋">
      {({ skinTone, setSkinTone, skinToneVariations }) => {
        const current = skinToneVariations.findIndex((variation) => variation.skinTone === skinTone);
        const next = skinToneVariations[(current + 1) % skinToneVariations.length];
        const label = t('emoji_tone', { tone: t(`tone_${skinTone}`) });
        const change = () => {
          if (!next) return;
          setSkinTone(next.skinTone);
          storeTone(next.skinTone);
        };
        return (
          <button type="button" className="icon-btn emoji-tone" aria-label={label} title={label} onClick={change}>
            {skinToneVariations[current]?.emoji}
          </button>
        );
      }}
    </EmojiPicker.SkinTone>
  );
}

/** All emoji by group, with a search by their names in the member's language. Arrow keys move through them, Enter picks one. */
export function Picker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation('chat');
  const { data, error, refetch, isFetching } = useEmoji();
  const [tone] = useState(readStoredTone);
  if (!data && error) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (!data)
    return (
      <p className="emoji-loading muted" role="status">
        <span className="spinner" />
        {t('emoji_loading')}
      </p>
    );
  return (
    <EmojiPicker.Root
      className="emoji"
      locale={data.locale}
      columns={COLUMNS}
      skinTone={tone}
      resolveEmojiData={() => data}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <div className="emoji-head">
        <EmojiPicker.Search
          className="input"
          autoFocus
          aria-label={t('emoji_search')}
          placeholder={t('emoji_search')}
          type="text"
          inputMode="search"
        />
        <SkinToneButton />
      </div>
      <EmojiPicker.Viewport className="emoji-viewport">
        <EmojiPicker.Empty>
          {({ search }) => <span className="emoji-no-results muted">{t('emoji_none', { query: search })}</span>}
        </EmojiPicker.Empty>
        <EmojiPicker.List className="emoji-list" components={LIST_COMPONENTS} aria-label={t('emoji')} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}
