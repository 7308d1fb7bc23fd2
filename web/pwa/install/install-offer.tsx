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
const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/**
 * Starts the installation. After an answer to the browser's prompt, when the button is gone, calls `onAnswered`; a refusal hides the card on
 * this device.
 */
async function startInstall(onSaid: () => void): Promise<void> {
  await install.ask();
  const { state } = install.view.get();
  if (state === 'cancelled') dismissInstall();
  if (state === 'cancelled' || state === 'accepted') onSaid();
}

function InstallButton({ onAnswered }: { onAnswered: () => void }) {
  const { t } = useTranslation('install');
  const { method, state } = useInstall();
  const isAsking = method === 'prompt' && state === 'shown';
  return (
    <Button tone="soft" small busy={isAsking} onClick={() => void startInstall(onAnswered)}>
      {t(method === 'prompt' ? 'action' : 'how')}
    </Button>
  );
}

function Guide() {
  const { method, state } = useInstall();
  if (method === null || method === 'prompt' || state !== 'shown') return null;
  const finish = () => {
    install.close();
    dismissInstall();
    if (!document.activeElement || document.activeElement === document.body) focusContent();
  };
  return <InstallGuide method={method} onClose={install.close} onDone={finish} />;
}

/** The offer to install as a card; once closed, it is not shown again on this device. */
export function InstallCard() {
  const { t } = useTranslation('install');
  const { name } = useSettings();
  const dismiss = () => {
    dismissInstall();
    focusContent();
  };
  return (
    <section className="panel install-card" aria-labelledby="install-title">
      <Icon name="download" />
      <div className="install-text">
        <h2 className="bold" id="install-title">
          {t('title', { site: name })}
        </h2>
        <p className="small muted">{t('text')}</p>
      </div>
      <InstallButton onAnswered={focusContent} />
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
const STATE_TEXTS = {
  none: 'text',
  available: 'text',
  shown: 'text',
  accepted: 'accepted',
  cancelled: 'cancelled',
} as const satisfies Record<InstallState, string>;

/** The offer to install as a permanent entry of a list; nothing if installing is impossible. */
export function InstallEntry({ children }: InstallEntryProps) {
  const { t } = useTranslation('install');
  const { name } = useSettings();
  const { state } = useInstall();
  const line = useRef<HTMLParagraphElement>(null);
  if (state === 'none') return null;
  const description = (
    <p className="muted" role="status" ref={line} tabIndex={-1}>
      {t(STATE_TEXTS[state], { site: name })}
    </p>
  );
  const canAsk = state === 'available' || state === 'shown';
  return (
    <>
      {children({
        title: t('title', { site: name }),
        state: description,
        action: canAsk && <InstallButton onAnswered={() => line.current?.focus()} />,
      })}
      <Guide />
    </>
  );
}
