import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { InstallGuideWay } from './install-machine.ts';

/** The icon of the browser's button at each step. */
const SIGNS: Record<InstallGuideWay, readonly [IconName, IconName, IconName]> = {
  share: ['share', 'square-plus', 'check'],
  dock: ['share', 'square-plus', 'check'],
  menu: ['ellipsis-vertical', 'square-plus', 'check'],
};
const STEPS = [1, 2, 3] as const;

interface InstallGuideProps {
  way: InstallGuideWay;
  onClose: () => void;
  onDone: () => void;
}

/** Instructions for browsers without an install prompt: three steps, each with the icon to press. */
export function InstallGuide({ way, onClose, onDone }: InstallGuideProps) {
  const { t } = useTranslation('install');
  const { name } = useSettings();
  return (
    <Dialog isOpen onClose={onClose} title={t(way === 'dock' ? 'guide_dock' : 'guide', { site: name })}>
      <p className="soft">{t('guide_text')}</p>
      <ol className="install-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <span className="install-sign">
              <Icon name={SIGNS[way][step - 1] ?? 'check'} />
            </span>
            <span>{t(`${way}_${step}`)}</span>
          </li>
        ))}
      </ol>
      <div className="acts">
        <Button data-first-focus onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </Dialog>
  );
}
