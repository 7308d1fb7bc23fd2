import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DeviceLine, useDeviceWords } from '../../ui/devices/device-line.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { useAnimatedRows } from '../../ui/lists/animate-rows.ts';
import { type PushDevice, usePushDevices } from './use-push-devices.ts';

interface RowProps {
  device: PushDevice;
  isTesting: boolean;
  isRemoving: boolean;
  onTest: () => void;
  onRemove: () => void;
}

function Row({ device, isTesting, isRemoving, onTest, onRemove }: RowProps) {
  const { t } = useTranslation('notifications');
  const words = useDeviceWords()(device.device);
  return (
    <DeviceLine device={device.device} isCurrent={device.is_current} seenAt={device.seen_at}>
      <span className="row">
        <Button tone="soft" small busy={isTesting} aria-label={t('device_test_long', { device: words })} onClick={onTest}>
          {t('device_test')}
        </Button>
        <IconButton
          name="trash-2"
          size="s"
          label={t('device_remove', { device: words })}
          aria-busy={isRemoving || undefined}
          onClick={onRemove}
        />
      </span>
    </DeviceLine>
  );
}

/** The devices that take pushes, each to be tried and to be taken off. Without any there is nothing to show. */
export function PushDevices() {
  const { t } = useTranslation('notifications');
  const { t: ofCore } = useTranslation();
  const { query, test, remove, failure } = usePushDevices();
  const named = useDeviceWords();
  const [busy, setBusy] = useState<{ id: string; act: 'test' | 'remove' } | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const rows = useAnimatedRows(list);

  const tryOut = async ({ id, device }: PushDevice) => {
    if (busy) return;
    setBusy({ id, act: 'test' });
    setSaid('');
    const outcome = await test(id);
    setSaid(outcome ? t(`device_${outcome}`, { device: named(device) }) : '');
    setBusy(null);
    if (outcome === 'gone') list.current?.focus();
  };
  const takeOff = async (device: PushDevice) => {
    if (busy) return;
    setBusy({ id: device.id, act: 'remove' });
    setSaid('');
    const isDone = await remove(device);
    setSaid(isDone ? t('device_removed', { device: named(device.device) }) : '');
    setBusy(null);
    list.current?.focus();
  };
  const devices = query.data ?? [];
  if (devices.length === 0 && !said && !query.isError) return null;
  return (
    <div className="push-devices">
      <h3 className="b">{t('devices')}</h3>
      <ul className="devices" ref={rows} tabIndex={-1} aria-label={t('devices')}>
        {devices.map((device) => (
          <Row
            key={device.id}
            device={device}
            isTesting={busy?.id === device.id && busy.act === 'test'}
            isRemoving={busy?.id === device.id && busy.act === 'remove'}
            onTest={() => void tryOut(device)}
            onRemove={() => void takeOff(device)}
          />
        ))}
      </ul>
      <p className="hint" role="status">
        {said}
      </p>
      <FailureNote error={failure ?? query.error} />
      {query.isError && (
        <Button tone="quiet" small icon="refresh-cw" busy={query.isFetching} onClick={() => void query.refetch()}>
          {ofCore('action.retry')}
        </Button>
      )}
    </div>
  );
}
