import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { type DeskKey, useTexts } from '../texts.ts';
import { CASE_SHORTCUTS, DESK_SHORTCUTS, QUEUE_SHORTCUTS } from './shortcut-list.ts';
import { shortcutsOff } from './shortcut-setting.ts';

interface Line {
  readonly key: string;
  readonly also?: string;
  readonly does: DeskKey<'keyboard'>;
}

/** Keys that have another sign or name on screen than in events. */
const SIGNS: Readonly<Record<string, DeskKey<'keyboard'>>> = { ArrowDown: 'key_down', ArrowUp: 'key_up', Enter: 'key_enter' };

function KeyName({ name }: { readonly name: string }) {
  const t = useTexts('keyboard');
  const sign = SIGNS[name];
  return <kbd className="desk-key">{sign ? t(sign) : name.toUpperCase()}</kbd>;
}

function ShortcutGroup({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  const t = useTexts('keyboard');
  return (
    <section className="desk-shortcuts">
      <h3 className="bold">{title}</h3>
      <dl>
        {lines.map(({ key, also, does }) => (
          <div key={key}>
            <dt>
              <KeyName name={key} />
              {also && <KeyName name={also} />}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The shortcuts of the desk, and the switch for those of one letter. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('keyboard');
  const isOff = shortcutsOff.use();
  return (
    <Dialog isOpen onClose={onClose} title={t('title')}>
      <div className="desk-help">
        <ShortcutGroup title={t('group_queue')} lines={QUEUE_SHORTCUTS} />
        <ShortcutGroup title={t('group_case')} lines={CASE_SHORTCUTS} />
        <ShortcutGroup title={t('group_desk')} lines={DESK_SHORTCUTS} />
        <Switch label={t('letters')} hint={t('letters_hint')} isOn={!isOff} onChange={(isOn) => shortcutsOff.set(!isOn)} />
      </div>
    </Dialog>
  );
}
