import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import '../../../ui/menus/menu.css';

const lazyEmojiPicker = createLazyModule(() => import('./emoji-picker.tsx'));

/** Opens the emoji picker: a sheet on a phone, a popover at the button elsewhere. Escape closes it and returns the focus to the button. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation('chat');
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const part = useLazyModule(lazyEmojiPicker, isOpen);
  const anchor = `--emoji-${id}`;
  const pick = (emoji: string) => {
    popover.current?.hidePopover();
    onPick(emoji);
  };
  return (
    <>
      <button
        type="button"
        className="icon-btn"
        aria-label={t('emoji')}
        title={t('emoji')}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        style={{ anchorName: anchor }}
      >
        <Icon name="smile" />
      </button>
      <div
        className="menu emoji-menu"
        id={id}
        ref={popover}
        popover="auto"
        role="dialog"
        aria-label={t('emoji')}
        style={{ positionAnchor: anchor }}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && part && <part.Picker onPick={pick} />}
      </div>
    </>
  );
}
