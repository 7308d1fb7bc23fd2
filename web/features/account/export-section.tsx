import { useState } from 'react';
import { exportAccount } from '#contract/account-changes';
import { download } from '../../api/download.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { saveAs } from '../../platform/save-as.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/setting-row/setting-row.tsx';

/** Download of everything the site stores about the member, as one JSON file. */
export function ExportSection() {
  const { t } = useTranslation('account');
  const sentence = useErrorSentence();
  const { name } = useSettings();
  const { run, isBusy, failure } = useAction();
  const [isSaved, setSaved] = useState(false);

  const save = async () => {
    setSaved(false);
    const isDone = await run(async () => {
      const file = await download(exportAccount);
      const day = new Date().toISOString().slice(0, 10);
      saveAs(`${name.toLowerCase().replaceAll(/\W+/g, '-')}-${day}.json`, file);
    });
    setSaved(isDone);
  };
  const action = (
    <Button tone="soft" small icon="download" busy={isBusy} onClick={() => void save()}>
      {t('export_do')}
    </Button>
  );
  return (
    <SettingRow id="data" title={t('export')} state={t('export_state')} action={action}>
      {failure !== null && (
        <p className="hint error" role="alert">
          {sentence(failure)}
        </p>
      )}
      <p className={isSaved ? 'hint' : 'visually-hidden'} role="status">
        {isSaved && t('export_done')}
      </p>
    </SettingRow>
  );
}
