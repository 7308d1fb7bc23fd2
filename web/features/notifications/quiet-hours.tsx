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

/** A night as most people have it, for a start. */
const NIGHT = { from: '22:00', to: '08:00' };

async function setZone(zone: string): Promise<void> {
  signIn((await call(updateUser, { timezone: zone })).user);
}

/** Without a zone a time of the clock says nothing: where the account has none yet it takes that of this device. */
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

/** Saved when it is left, as it stands on the way to a time in every wrong one. An emptied one comes back. */
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

/** In whose time the hours are, and the way to that of this device. */
function Zone({ onChange }: { onChange: (zone: string) => void }) {
  const { t } = useTranslation('notifications');
  const own = ownTimeZone();
  const zone = useUser()?.timezone ?? own;
  const isElsewhere = own !== null && zone !== null && zoneName(own) !== zoneName(zone);
  return (
    <>
      {zone && <p className="hint">{t('quiet_zone', { zone: zoneName(zone) })}</p>}
      {isElsewhere && (
        <Button tone="soft" small onClick={() => onChange(own)}>
          {t('quiet_zone_here', { zone: zoneName(own) })}
        </Button>
      )}
    </>
  );
}

/** Hours in which nothing rings. They stand as last set while they are saved. */
export function QuietHours({ from, to }: { from: string | null; to: string | null }) {
  const { t } = useTranslation('notifications');
  const { run, failure } = useAct();
  const [wanted, setWanted] = useState<{ from: string | null; to: string | null } | null>(null);
  const last = useRef({ from: from ?? NIGHT.from, to: to ?? NIGHT.to });
  const now = wanted ?? { from, to };
  const set = async (next: { from: string | null; to: string | null }) => {
    setWanted(next);
    await run(() => saveQuiet(next.from, next.to));
    setWanted(null);
  };
  const turn = (isOn: boolean) => {
    if (now.from !== null && now.to !== null) last.current = { from: now.from, to: now.to };
    void set(isOn ? last.current : { from: null, to: null });
  };
  return (
    <div className="quiet">
      <Switch label={t('quiet')} hint={t('quiet_hint')} isOn={now.from !== null} onChange={turn} />
      {now.from !== null && now.to !== null && (
        <fieldset className="quiet-times">
          <legend className="vh">{t('quiet')}</legend>
          <Time label={t('quiet_from')} value={now.from} onSave={(value) => void set({ ...now, from: value })} />
          <Time label={t('quiet_to')} value={now.to} onSave={(value) => void set({ ...now, to: value })} />
          <div className="quiet-zone">
            <Zone onChange={(zone) => void run(() => setZone(zone))} />
          </div>
        </fieldset>
      )}
      <FailureNote error={failure} />
    </div>
  );
}
