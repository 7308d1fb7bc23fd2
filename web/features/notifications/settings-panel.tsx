import { type ComponentType, lazy, Suspense } from 'react';
import type { NoticeSettings } from '#contract/notifications';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Matrix } from './cadence-matrix.tsx';
import { PushNote } from './push-on-this-device.tsx';
import { QuietHours } from './quiet-hours.tsx';
import './settings-panel.css';

/** What stands at the end comes after the rest, which is whole without it. */
const PushDevices = lazy<ComponentType>(() =>
  import('./push-devices.tsx').then(({ PushDevices }) => ({ default: PushDevices })).catch(() => ({ default: () => null })),
);

interface SettingsPanelProps {
  /** Null until the server has said. */
  settings: NoticeSettings | null;
  /** It could not be had, and the list beside it says so. */
  isMissing: boolean;
}

/** What reaches the member, and how. A site without push has only its mails to offer. */
export function SettingsPanel({ settings, isMissing }: SettingsPanelProps) {
  const { t } = useTranslation('notifications');
  const { push_pub: key } = useSettings();
  const hasPush = key !== '';
  return (
    <section id="settings" className="panel notice-settings" aria-labelledby="settings-title">
      <h2 className="d d21" id="settings-title">
        {t('settings_title')}
      </h2>
      {hasPush && <PushNote />}
      {settings && <Matrix matrix={settings.matrix} hasPush={hasPush} />}
      {settings && <QuietHours from={settings.quiet_from} to={settings.quiet_to} />}
      {!settings && !isMissing && <div className="matrix-coming skel" aria-hidden="true" />}
      {hasPush && (
        <Suspense fallback={null}>
          <PushDevices />
        </Suspense>
      )}
    </section>
  );
}
