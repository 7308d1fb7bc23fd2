import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '../../api/error-sentence.ts';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AccountRow } from './account-row.tsx';
import { type DeviceName, deviceName } from './device-name.ts';
import { type Device, useDevices } from './use-devices.ts';
import { useOpening } from './use-opening.ts';

const FIRST_SHOWN = 5;

function useDeviceWords() {
  const { t } = useTranslation('account');
  return ({ browser, system, raw }: DeviceName): string => {
    if (browser && system) return t('device_on', { browser, system });
    return browser ?? system ?? (raw || t('device_unknown'));
  };
}

function DeviceRow({ device, isBusy, onEnd }: { device: Device; isBusy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const name = deviceName(device.device);
  const words = useDeviceWords()(name);
  return (
    <li className="device">
      <Icon name={name.isHandheld ? 'smartphone' : 'monitor'} />
      <span className="device-words">
        <span className="b">{words}</span>
        {device.is_current ? (
          <span className="small device-here">{t('device_here')}</span>
        ) : (
          <time className="small soft" dateTime={device.last_seen_at} title={formatExact(device.last_seen_at)}>
            {t('device_seen', { when: formatRelative(device.last_seen_at) })}
          </time>
        )}
      </span>
      {!device.is_current && (
        <Button tone="soft" small busy={isBusy} aria-label={t('device_end_long', { device: words })} onClick={onEnd}>
          {t('device_end')}
        </Button>
      )}
    </li>
  );
}

function DeviceList() {
  const { t } = useTranslation('account');
  const sentence = useErrorSentence();
  const { data, isError, error, refetch, isFetching, end, failure } = useDevices(true);
  const [isWhole, setWhole] = useState(false);
  const [ending, setEnding] = useState<string | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  const endOne = async (id: string) => {
    setEnding(id);
    setEnded(false);
    setEnded(await end(id));
    setEnding(null);
    list.current?.focus();
  };
  if (!data) {
    if (isError) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
    return <div className="device skel" role="status" aria-busy="true" aria-label={t('devices')} />;
  }
  const shown = isWhole ? data : data.slice(0, FIRST_SHOWN);
  return (
    <div>
      <ul className="devices" ref={list} tabIndex={-1} aria-label={t('devices')}>
        {shown.map((device) => (
          <DeviceRow key={device.id} device={device} isBusy={ending === device.id} onEnd={() => void endOne(device.id)} />
        ))}
      </ul>
      {data.length > shown.length && (
        <Button tone="quiet" small onClick={() => setWhole(true)}>
          {t('devices_all', { count: data.length })}
        </Button>
      )}
      <p className="hint" role="status">
        {hasEnded && t('device_ended')}
      </p>
      {failure !== null && (
        <p className="hint err" role="alert">
          {sentence(failure)}
        </p>
      )}
    </div>
  );
}

/** Where the member is signed in, and the way to sign a lost or borrowed device out. */
export function DevicesSection() {
  const { t } = useTranslation('account');
  const { isOpen, open, opener } = useOpening('devices');
  const action = !isOpen && (
    <Button tone="soft" small ref={opener} onClick={open}>
      {t('devices_show')}
    </Button>
  );
  return (
    <AccountRow id="devices" title={t('devices')} state={t('devices_state')} action={action}>
      {isOpen && <DeviceList />}
    </AccountRow>
  );
}
