import { useRef, useState } from 'react';
import { updateUser } from '#contract/account';
import { call } from '../../api/call.ts';
import { useAct } from '../../api/use-action.ts';
import { zoneName } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ownTimeZone } from '../../platform/time-zone.ts';
import { currentUser, signIn, useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { saveSettings } from './notification-queries.ts';

/** The quiet hours proposed at first, as HH:MM. */
const NIGHT = { from: '22:00', to: '08:00' };

async function setZone(zone: string): Promise<void> {
  signIn((await call(updateUser, { timezone: zone })).user);
}

/** Saves the quiet hours. An account without a time zone gets that of this device first, as the hours would otherwise have no meaning. */
async function saveQuiet(quiet_from: string | null, quiet_to: string | null): Promise<void> {
  const zone = ownTimeZone();
  if (quiet_from !== null && zone && !currentUser()?.timezone) await setZone(zone);
  await saveSettings({ quiet_from, quiet_to });
}

interface TimeProps {
  label: string;
  value: string;
  onSave: (value: string) => void;
}

/** A time field. It saves when it loses the focus, as a half-typed time is valid but wrong. An emptied one is restored. */
function Time({ label, value, onSave }: TimeProps) {
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
function Zone({ onChange }: { onChange: (zone: string) => void }) {
  const { t } = useTranslation('notifications');
  const deviceZone = ownTimeZone();
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
  const { run, failure } = useAct();
  const [wanted, setWanted] = useState<{ from: string | null; to: string | null } | null>(null);
  const lastHours = useRef({ from: from ?? NIGHT.from, to: to ?? NIGHT.to });
  const shown = wanted ?? { from, to };
  const set = async (next: { from: string | null; to: string | null }) => {
    setWanted(next);
    await run(() => saveQuiet(next.from, next.to));
    setWanted(null);
  };
  const toggle = (isOn: boolean) => {
    if (shown.from !== null && shown.to !== null) lastHours.current = { from: shown.from, to: shown.to };
    void set(isOn ? lastHours.current : { from: null, to: null });
  };
  return (
    <div className="quiet">
      <Switch label={t('quiet')} hint={t('quiet_hint')} isOn={shown.from !== null} onChange={toggle} />
      {shown.from !== null && shown.to !== null && (
        <fieldset className="quiet-times">
          <legend className="vh">{t('quiet')}</legend>
          <Time label={t('quiet_from')} value={shown.from} onSave={(value) => void set({ ...shown, from: value })} />
          <Time label={t('quiet_to')} value={shown.to} onSave={(value) => void set({ ...shown, to: value })} />
          <div className="quiet-zone">
            <Zone onChange={(zone) => void run(() => setZone(zone))} />
          </div>
        </fieldset>
      )}
      <FailureNote error={failure} />
    </div>
  );
}
