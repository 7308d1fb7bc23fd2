import { useState } from 'react';
import {
  type Cadence,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationMatrix,
} from '#contract/notifications';
import { createLatestWinsMutations } from '../../api/latest-wins.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saveNotificationSettings } from './notification-queries.ts';

const CADENCES = ['now', 'daily', 'weekly', 'never'] as const satisfies readonly Cadence[];
const cadenceMutations = createLatestWinsMutations<`${NotificationKind} ${NotificationChannel}`, Cadence>();

interface CadenceSelectProps {
  kind: NotificationKind;
  channel: NotificationChannel;
  cadence: Cadence;
  onFailure: (error: unknown) => void;
}

/** How often one kind of notification is sent by one channel. A choice is saved at once and restored if the server refuses it. */
function CadenceSelect({ kind, channel, cadence, onFailure }: CadenceSelectProps) {
  const { t } = useTranslation('notifications');
  const name = `${kind} ${channel}` as const;
  const shown = cadenceMutations.use(name) ?? cadence;
  const choose = (value: string) => {
    const wanted = CADENCES.find((choice) => choice === value);
    if (!wanted) return;
    onFailure(null);
    const send = (next: Cadence) => saveNotificationSettings({ matrix: { [kind]: { [channel]: next } } });
    cadenceMutations.set(name, { confirmed: cadence, wanted, send }).catch(onFailure);
  };
  return (
    <select
      className={shown === 'never' ? 'cadence-select' : 'cadence-select is-on'}
      aria-label={t(`by_${channel}`, { kind: t(`kind_${kind}`) })}
      value={shown}
      onChange={(event) => choose(event.target.value)}
    >
      {CADENCES.map((choice) => (
        <option key={choice} value={choice}>
          {t(`cadence_${choice}`)}
        </option>
      ))}
    </select>
  );
}

/** Mails about the account cannot be chosen: some events are always mailed, others never. The text below the matrix says which. */
function AlwaysMailedNote() {
  const { t } = useTranslation('notifications');
  return (
    <span className="cadence-always">
      <Icon name="lock" size="xs" />
      {t('essentials')}
    </span>
  );
}

/** The notification preferences: kinds in rows, channels in columns. Without push on the site there is only the column for mails. */
export function CadenceMatrix({ matrix, hasPush }: { matrix: NotificationMatrix; hasPush: boolean }) {
  const { t } = useTranslation('notifications');
  const [failure, setFailure] = useState<unknown>(null);
  const channels = NOTIFICATION_CHANNELS.filter((channel) => hasPush || channel === 'mail');
  return (
    <div className="cadence-matrix-section" id="mails">
      <table className="cadence-matrix">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('kind')}</span>
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {t(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                {t(`kind_${kind}`)}
                {(kind === 'account' || kind === 'offer') && <small>{t(`kind_${kind}_hint`)}</small>}
              </th>
              {channels.map((channel) => (
                <td key={channel}>
                  {kind === 'account' && channel === 'mail' ? (
                    <AlwaysMailedNote />
                  ) : (
                    <CadenceSelect kind={kind} channel={channel} cadence={matrix[kind][channel]} onFailure={setFailure} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">{t('account_mails')}</p>
      <FailureNote error={failure} />
    </div>
  );
}
