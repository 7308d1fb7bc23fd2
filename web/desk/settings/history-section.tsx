import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { revertSetting } from '#contract/operator/operated-settings';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { formatExact } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { DeskSection } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { useConfirmed } from '../session/confirmation.tsx';
import { useTexts } from '../texts.ts';
import { SettingProblem } from './setting-problem.tsx';
import { type DeskSetting, type DeskSettingChange, settingChangesQuery, valueText } from './settings-query.ts';

interface RevertDialogProps {
  readonly change: DeskSettingChange;
  readonly setting: DeskSetting;
  readonly onClose: (isChanged: boolean) => void;
}

function RevertDialog({ change, setting, onClose }: RevertDialogProps) {
  const t = useTexts('settings');
  const confirmed = useConfirmed();
  const { run, isBusy, error } = useAction();
  const revert = async () => {
    const seen = JSON.stringify(setting.value);
    if (await run(() => confirmed(() => call(revertSetting, { id: change.id, seen })))) onClose(true);
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={() => onClose(false)}
      onConfirm={() => void revert()}
      title={t('revert_title', { key: change.key })}
      text={t('revert_text', { key: change.key })}
      confirmLabel={t('revert')}
      busy={isBusy}
    >
      <SettingProblem error={error} />
    </ConfirmDialog>
  );
}

interface HistoryProps {
  readonly settings: readonly DeskSetting[];
  readonly onChanged: (key: string) => void;
}

/** The latest changes of settings, each of which can be taken back. */
export function HistorySection({ settings, onChanged }: HistoryProps) {
  const t = useTexts('settings');
  const query = useQuery(settingChangesQuery);
  const [reverting, setReverting] = useState<DeskSettingChange | null>(null);
  const settingOf = (change: DeskSettingChange | null) => settings.find(({ key }) => key === change?.key);
  const stored = (value: unknown) => (value === null ? t('default') : <code>{valueText(value)}</code>);
  const setting = settingOf(reverting);
  const close = (isChanged: boolean) => {
    if (isChanged && reverting) onChanged(reverting.key);
    setReverting(null);
  };
  return (
    <DeskSection title={t('history')} lead={t('history_lead')}>
      <Loaded query={query}>
        {(changes) =>
          changes.length === 0 ? (
            <p className="muted">{t('no_history')}</p>
          ) : (
            <RecordTable
              caption={t('history')}
              rows={changes}
              keyOf={({ id }) => id}
              columns={[
                { key: 'when', title: t('when'), cell: ({ at }) => <time dateTime={at}>{formatExact(at)}</time> },
                { key: 'who', title: t('who'), cell: ({ by }) => by ?? t('command_line') },
                { key: 'setting', title: t('setting'), cell: ({ key }) => <code>{key}</code> },
                { key: 'before', title: t('before'), cell: ({ before }) => stored(before) },
                { key: 'after', title: t('after'), cell: ({ after }) => stored(after) },
                {
                  key: 'revert',
                  title: t('revert'),
                  isAction: true,
                  cell: (change) =>
                    settingOf(change) && (
                      <Button tone="quiet" small aria-label={`${t('revert')}: ${change.key}`} onClick={() => setReverting(change)}>
                        {t('revert')}
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {reverting && setting && <RevertDialog change={reverting} setting={setting} onClose={close} />}
    </DeskSection>
  );
}
