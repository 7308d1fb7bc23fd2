import { useRef, useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { zoneName } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { deviceTimeZone } from '../../platform/time-zone.ts';
import { saveUser } from '../../session/save-user.ts';
import { currentUser, useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { saveNotificationSettings } from './notification-queries.ts';

/** The quiet hours proposed at first, as HH:MM. */
const DEFAULT_QUIET_HOURS = { from: '22:00', to: '08:00' };

async function saveTimeZone(zone: string): Promise<void> {
  await saveUser({ timezone: zone });
}

/** Saves the quiet hours. An account without a time zone gets that of this device first, as the hours would otherwise have no meaning. */
async function saveQuietHours(quiet_from: string | null, quiet_to: string | null): Promise<void> {
  const zone = deviceTimeZone();
  if (quiet_from !== null && zone && !currentUser()?.timezone) await saveTimeZone(zone);
  await saveNotificationSettings({ quiet_from, quiet_to });
}

interface TimeFieldProps {
  label: string;
  value: string;
  onSave: (value: string) => void;
}

/** A time field. It saves when it loses the focus, as a half-typed time is valid but wrong. An emptied one is restored. */
function TimeField({ label, value, onSave }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    setTyped(null);
    if (typed && typed !== value) onSave(typed);
  };
  return (
    <Field
      label={label}
      type="time"
      required
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}

/** The time zone of the hours, with a button to take that of this device if it is another. */
function TimeZoneNote({ onChange }: { onChange: (zone: string) => void }) {
  const { t } = useTranslation('notifications');
  const deviceZone = deviceTimeZone();
  const zone = useUser()?.timezone ?? deviceZone;
  const isElsewhere = deviceZone !== null && zone !== null && zoneName(deviceZone) !== zoneName(zone);
  return (
    <>
      {zone && <p className="hint">{t('quiet_zone', { zone: zoneName(zone) })}</p>}
      {isElsewhere && (
        <Button tone="soft" small onClick={() => onChange(deviceZone)}>
          {t('quiet_zone_here', { zone: zoneName(deviceZone) })}
        </Button>
      )}
    </>
  );
}

/** The quiet hours (docs/product.md, "Quiet hours"). They are shown as last set while they are being saved. */
export function QuietHours({ from, to }: { from: string | null; to: string | null }) {
  const { t } = useTranslation('notifications');
  const { run, failure } = useAction();
  const [wanted, setWanted] = useState<{ from: string | null; to: string | null } | null>(null);
  const lastHours = useRef({ from: from ?? DEFAULT_QUIET_HOURS.from, to: to ?? DEFAULT_QUIET_HOURS.to });
  const shown = wanted ?? { from, to };
  const set = async (next: { from: string | null; to: string | null }) => {
    setWanted(next);
    await run(() => saveQuietHours(next.from, next.to));
    setWanted(null);
  };
  const toggle = (isOn: boolean) => {
    if (shown.from !== null && shown.to !== null) lastHours.current = { from: shown.from, to: shown.to };
    void set(isOn ? lastHours.current : { from: null, to: null });
  };
  return (
    <div className="quiet-hours">
      <Switch label={t('quiet')} hint={t('quiet_hint')} isOn={shown.from !== null} onChange={toggle} />
      {shown.from !== null && shown.to !== null && (
        <fieldset className="quiet-hours-times">
          <legend className="visually-hidden">{t('quiet')}</legend>
          <TimeField label={t('quiet_from')} value={shown.from} onSave={(value) => void set({ ...shown, from: value })} />
          <TimeField label={t('quiet_to')} value={shown.to} onSave={(value) => void set({ ...shown, to: value })} />
          <div className="quiet-hours-zone">
            <TimeZoneNote onChange={(zone) => void run(() => saveTimeZone(zone))} />
          </div>
        </fieldset>
      )}
      <FailureNote error={failure} />
    </div>
  );
}
