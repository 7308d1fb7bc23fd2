import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InstallGuide } from './install-guide.tsx';
import type { InstallState } from './install-machine.ts';
import { dismissInstall, install, useInstall } from './use-install.ts';
import './install-offer.css';

/** Focuses the page content, for when the pressed button is gone. */
const toContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/**
 * Starts the installation. After an answer to the browser's prompt, when the button is gone, calls `onSaid`; a refusal hides the card on
 * this device.
 */
async function ask(onSaid: () => void): Promise<void> {
  await install.ask();
  const { state } = install.view.get();
  if (state === 'cancelled') dismissInstall();
  if (state === 'cancelled' || state === 'accepted') onSaid();
}

function AskButton({ onSaid }: { onSaid: () => void }) {
  const { t } = useTranslation('install');
  const { way, state } = useInstall();
  const isAsking = way === 'prompt' && state === 'shown';
  return (
    <Button tone="soft" small busy={isAsking} onClick={() => void ask(onSaid)}>
      {t(way === 'prompt' ? 'action' : 'how')}
    </Button>
  );
}

function Guide() {
  const { way, state } = useInstall();
  if (way === null || way === 'prompt' || state !== 'shown') return null;
  const finish = () => {
    install.close();
    dismissInstall();
    if (!document.activeElement || document.activeElement === document.body) toContent();
  };
  return <InstallGuide way={way} onClose={install.close} onDone={finish} />;
}

/** The offer to install as a card; once closed, it is not shown again on this device. */
export function InstallCard() {
  const { t } = useTranslation('install');
  const { name } = useSettings();
  const dismiss = () => {
    dismissInstall();
    toContent();
  };
  return (
    <section className="panel install-card" aria-labelledby="install-title">
      <Icon name="download" />
      <div className="install-words">
        <h2 className="b" id="install-title">
          {t('title', { site: name })}
        </h2>
        <p className="small soft">{t('text')}</p>
      </div>
      <AskButton onSaid={toContent} />
      <IconButton name="x" label={t('dismiss')} onClick={dismiss} />
      <Guide />
    </section>
  );
}

interface InstallEntryProps {
  /** Renders the entry in the form of the surrounding list. */
  children: (entry: { title: string; state: ReactNode; action: ReactNode }) => ReactNode;
}

/** The text of each state. */
const WORDS = { none: 'text', available: 'text', shown: 'text', accepted: 'accepted', cancelled: 'cancelled' } as const satisfies Record<
  InstallState,
  string
>;

/** The offer to install as a permanent entry of a list; nothing if installing is impossible. */
export function InstallEntry({ children }: InstallEntryProps) {
  const { t } = useTranslation('install');
  const { name } = useSettings();
  const { state } = useInstall();
  const line = useRef<HTMLParagraphElement>(null);
  if (state === 'none') return null;
  const description = (
    <p className="soft" role="status" ref={line} tabIndex={-1}>
      {t(WORDS[state], { site: name })}
    </p>
  );
  const canAsk = state === 'available' || state === 'shown';
  return (
    <>
      {children({
        title: t('title', { site: name }),
        state: description,
        action: canAsk && <AskButton onSaid={() => line.current?.focus()} />,
      })}
      <Guide />
    </>
  );
}
