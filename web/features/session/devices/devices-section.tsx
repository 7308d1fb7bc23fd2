import { useRef, useState } from 'react';
import { useErrorSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { DeviceLine, useDeviceName } from '../../../ui/devices/device-line.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { useAnimatedRows } from '../../../ui/lists/animate-rows.ts';
import { SettingRow, useDisclosure } from '../../../ui/setting-row/setting-row.tsx';
import { type SignedInDevice, useSignedInDevices } from './use-devices.ts';

const FIRST_SHOWN = 5;

function DeviceRow({ device, isBusy, onEnd }: { device: SignedInDevice; isBusy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const name = useDeviceName()(device.device);
  return (
    <DeviceLine device={device.device} isCurrent={device.is_current} seenAt={device.last_seen_at}>
      {!device.is_current && (
        <Button tone="soft" small busy={isBusy} aria-label={t('device_end_long', { device: name })} onClick={onEnd}>
          {t('device_end')}
        </Button>
      )}
    </DeviceLine>
  );
}

function DeviceList() {
  const { t } = useTranslation('account');
  const sentence = useErrorSentence();
  const { data, isError, error, refetch, isFetching, end, failure } = useSignedInDevices(true);
  const [showsAll, setShowsAll] = useState(false);
  const [endingId, setEndingId] = useState<string | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const listRef = useAnimatedRows(list);

  const endOne = async (id: string) => {
    setEndingId(id);
    setEnded(false);
    setEnded(await end(id));
    setEndingId(null);
    list.current?.focus();
  };
  if (!data) {
    if (isError) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
    return <div className="device skeleton" role="status" aria-busy="true" aria-label={t('devices')} />;
  }
  const shown = showsAll ? data : data.slice(0, FIRST_SHOWN);
  return (
    <div>
      <ul className="devices" ref={listRef} tabIndex={-1} aria-label={t('devices')}>
        {shown.map((device) => (
          <DeviceRow key={device.id} device={device} isBusy={endingId === device.id} onEnd={() => void endOne(device.id)} />
        ))}
      </ul>
      {data.length > shown.length && (
        <Button tone="quiet" small onClick={() => setShowsAll(true)}>
          {t('devices_all', { count: data.length })}
        </Button>
      )}
      <p className="hint">{t('devices_offline')}</p>
      <p className="hint" role="status">
        {hasEnded && t('device_ended')}
      </p>
      {failure !== null && (
        <p className="hint error" role="alert">
          {sentence(failure)}
        </p>
      )}
    </div>
  );
}

/** The devices on which the member is signed in, each with a button that ends its session. */
export function DevicesSection() {
  const { t } = useTranslation('account');
  const { isOpen, open, opener } = useDisclosure('devices');
  const action = !isOpen && (
    <Button tone="soft" small ref={opener} onClick={open}>
      {t('devices_show')}
    </Button>
  );
  return (
    <SettingRow id="devices" title={t('devices')} state={t('devices_state')} action={action}>
      {isOpen && <DeviceList />}
    </SettingRow>
  );
}
