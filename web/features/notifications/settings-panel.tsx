import { type ComponentType, lazy, Suspense } from 'react';
import type { NotificationSettings } from '#contract/notifications';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { CadenceMatrix } from './cadence-matrix.tsx';
import { PushOnThisDevice } from './push-on-this-device.tsx';
import { QuietHours } from './quiet-hours.tsx';
import './settings-panel.css';

/** The last section, loaded after the rest. If it cannot be loaded, it is left out. */
const PushDevices = lazy<ComponentType>(() =>
  import('./push-devices.tsx').then(({ PushDevices }) => ({ default: PushDevices })).catch(() => ({ default: () => null })),
);

interface SettingsPanelProps {
  /** Null until they are loaded. */
  settings: NotificationSettings | null;
  /** Whether they could not be loaded; the list beside the panel shows the error. */
  isMissing: boolean;
}

/** The notification preferences. On a site without push only mails can be chosen (docs/product.md, "Notification preferences"). */
export function SettingsPanel({ settings, isMissing }: SettingsPanelProps) {
  const { t } = useTranslation('notifications');
  const { push_pub: pushPublicKey } = useSettings();
  const hasPush = pushPublicKey !== '';
  return (
    <section id="settings" className="panel notification-settings" aria-labelledby="settings-title">
      <h2 className="display display-21" id="settings-title">
        {t('settings_title')}
      </h2>
      {hasPush && <PushOnThisDevice />}
      {settings && <CadenceMatrix matrix={settings.matrix} hasPush={hasPush} />}
      {settings && <QuietHours from={settings.quiet_from} to={settings.quiet_to} />}
      {!settings && !isMissing && <div className="cadence-matrix-skeleton skeleton" aria-hidden="true" />}
      {hasPush && (
        <Suspense fallback={null}>
          <PushDevices />
        </Suspense>
      )}
    </section>
  );
}
