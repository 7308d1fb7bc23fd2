import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DeviceLine, useDeviceName } from '../../ui/devices/device-line.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { useAnimatedRows } from '../../ui/lists/animate-rows.ts';
import { type PushDevice, usePushDevices } from './use-push-devices.ts';

interface PushDeviceRowProps {
  device: PushDevice;
  isTesting: boolean;
  isRemoving: boolean;
  onTest: () => void;
  onRemove: () => void;
}

function PushDeviceRow({ device, isTesting, isRemoving, onTest, onRemove }: PushDeviceRowProps) {
  const { t } = useTranslation('notifications');
  const name = useDeviceName()(device.device);
  return (
    <DeviceLine device={device.device} isCurrent={device.is_current} seenAt={device.seen_at}>
      <span className="row">
        <Button tone="soft" small busy={isTesting} aria-label={t('device_test_long', { device: name })} onClick={onTest}>
          {t('device_test')}
        </Button>
        <IconButton
          name="trash-2"
          size="s"
          label={t('device_remove', { device: name })}
          aria-busy={isRemoving || undefined}
          onClick={onRemove}
        />
      </span>
    </DeviceLine>
  );
}

/** The devices that take pushes, each with a test and a removal. Shows nothing if there are none (docs/product.md, "Push devices"). */
export function PushDevices() {
  const { t } = useTranslation('notifications');
  const { t: tCore } = useTranslation();
  const { query, test, remove, failure } = usePushDevices();
  const deviceName = useDeviceName();
  const [running, setRunning] = useState<{ id: string; action: 'test' | 'remove' } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const listRef = useAnimatedRows(list);

  const testDevice = async ({ id, device }: PushDevice) => {
    if (running) return;
    setRunning({ id, action: 'test' });
    setAnnouncement('');
    const outcome = await test(id);
    setAnnouncement(outcome ? t(`device_${outcome}`, { device: deviceName(device) }) : '');
    setRunning(null);
    if (outcome === 'gone') list.current?.focus();
  };
  const removeDevice = async (device: PushDevice) => {
    if (running) return;
    setRunning({ id: device.id, action: 'remove' });
    setAnnouncement('');
    const isDone = await remove(device);
    setAnnouncement(isDone ? t('device_removed', { device: deviceName(device.device) }) : '');
    setRunning(null);
    list.current?.focus();
  };
  const devices = query.data ?? [];
  if (devices.length === 0 && !announcement && !query.isError) return null;
  return (
    <div className="push-devices">
      <h3 className="bold">{t('devices')}</h3>
      <ul className="devices" ref={listRef} tabIndex={-1} aria-label={t('devices')}>
        {devices.map((device) => (
          <PushDeviceRow
            key={device.id}
            device={device}
            isTesting={running?.id === device.id && running.action === 'test'}
            isRemoving={running?.id === device.id && running.action === 'remove'}
            onTest={() => void testDevice(device)}
            onRemove={() => void removeDevice(device)}
          />
        ))}
      </ul>
      <p className="hint" role="status">
        {announcement}
      </p>
      <FailureNote error={failure ?? query.error} />
      {query.isError && (
        <Button tone="quiet" small icon="refresh-cw" busy={query.isFetching} onClick={() => void query.refetch()}>
          {tCore('action.retry')}
        </Button>
      )}
    </div>
  );
}
