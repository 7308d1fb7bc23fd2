import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { InstallGuideMethod } from './install-machine.ts';

/** The icon of the browser's button at each step. */
const STEP_ICONS: Record<InstallGuideMethod, readonly [IconName, IconName, IconName]> = {
  share: ['share', 'square-plus', 'check'],
  dock: ['share', 'square-plus', 'check'],
  menu: ['ellipsis-vertical', 'square-plus', 'check'],
};
const STEPS = [1, 2, 3] as const;

interface InstallGuideProps {
  method: InstallGuideMethod;
  onClose: () => void;
  onDone: () => void;
}

/** Instructions for browsers without an install prompt: three steps, each with the icon to press. */
export function InstallGuide({ method, onClose, onDone }: InstallGuideProps) {
  const { t } = useTranslation('install');
  const { name } = useSettings();
  return (
    <Dialog isOpen onClose={onClose} title={t(method === 'dock' ? 'guide_dock' : 'guide', { site: name })}>
      <p className="muted">{t('guide_text')}</p>
      <ol className="install-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <span className="install-step-icon">
              <Icon name={STEP_ICONS[method][step - 1] ?? 'check'} />
            </span>
            <span>{t(`${method}_${step}`)}</span>
          </li>
        ))}
      </ol>
      <div className="dialog-actions">
        <Button data-first-focus onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </Dialog>
  );
}
