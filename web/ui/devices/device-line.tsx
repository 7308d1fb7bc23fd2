import type { ReactNode } from 'react';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../icon.tsx';
import { parseUserAgent } from './device-name.ts';
import './device-line.css';

/** Names a device by its user agent: "Firefox on Windows", browser or system alone, else the beginning of the user agent. */
export function useDeviceName(): (device: string) => string {
  const { t } = useTranslation('cards');
  return (device) => {
    const { browser, system, raw } = parseUserAgent(device);
    if (browser && system) return t('device_on', { browser, system });
    return browser ?? system ?? (raw || t('device_unknown'));
  };
}

interface DeviceLineProps {
  device: string;
  isCurrent: boolean;
  seenAt: string;
  /** Buttons for this device. */
  children?: ReactNode;
}

/** A device in a list: its name, and when it was last used. */
export function DeviceLine({ device, isCurrent, seenAt, children }: DeviceLineProps) {
  const { t } = useTranslation('cards');
  const words = useDeviceName()(device);
  return (
    <li className="device">
      <Icon name={parseUserAgent(device).isHandheld ? 'smartphone' : 'monitor'} />
      <span className="device-text">
        <span className="bold">{words}</span>
        {isCurrent ? (
          <span className="small device-current">{t('device_here')}</span>
        ) : (
          <time className="small muted" dateTime={seenAt} title={formatExact(seenAt)}>
            {t('device_seen', { when: formatRelative(seenAt) })}
          </time>
        )}
      </span>
      {children}
    </li>
  );
}
