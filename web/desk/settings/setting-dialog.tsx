import { type FormEvent, useState } from 'react';
import { previewSetting, resetSetting, saveSetting } from '#contract/operator/operated-settings';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../ui/forms/field.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { useConfirmed } from '../session/confirmation.tsx';
import { useTexts } from '../texts.ts';
import { SettingProblem } from './setting-problem.tsx';
import { type DeskSetting, valueText } from './settings-query.ts';

interface SettingDialogProps {
  readonly setting: DeskSetting;
  readonly onClose: (isChanged: boolean) => void;
}

/** Changes one setting, after a look at what would be in force. */
export function SettingDialog({ setting, onClose }: SettingDialogProps) {
  const t = useTexts('settings');
  const confirmed = useConfirmed();
  const { key, value, is_set: isSet } = setting;
  const seen = JSON.stringify(value);
  const [typed, setTyped] = useState(valueText(value));
  const [preview, setPreview] = useState<string | null>(null);
  const { run, isBusy, error } = useAction();
  const look = () => run(async () => setPreview(valueText((await call(previewSetting, { key, typed })).value)));
  const change = async (work: () => Promise<unknown>) => {
    if (await run(() => confirmed(work))) onClose(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change(() => call(saveSetting, { key, typed, seen }));
  };
  return (
    <Dialog isOpen isLong onClose={() => onClose(false)} title={t('edit_title', { key })}>
      <form className="form" onSubmit={submit} noValidate>
        <TextAreaField
          label={t('value')}
          hint={t('value_hint')}
          value={typed}
          rows={Math.min(10, 2 + Math.floor(typed.length / 60))}
          spellCheck={false}
          className="desk-code-area"
          data-first-focus
          onChange={(event) => {
            setTyped(event.target.value);
            setPreview(null);
          }}
        />
        <FactList
          facts={[
            [t('default'), <code key="default">{valueText(setting.default)}</code>],
            [t('in_force_then'), preview === null ? null : <code key="preview">{preview}</code>],
          ]}
        />
        <SettingProblem error={error} />
        <div className="dialog-actions">
          <Button type="submit" busy={isBusy}>
            {t('save')}
          </Button>
          <Button tone="soft" onClick={() => void look()}>
            {t('preview')}
          </Button>
          {isSet && (
            <Button tone="quiet" onClick={() => void change(() => call(resetSetting, { key, seen }))}>
              {t('reset')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
