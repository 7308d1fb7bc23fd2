import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { SettingRow } from '../../../ui/setting-row/setting-row.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** The button that opens the deletion dialog. `countUnsent` counts the messages in the send queue, which are lost with the account. */
export function DeleteSection({ countUnsent }: { countUnsent: () => Promise<number> }) {
  const { t } = useTranslation('account');
  const [unsent, setUnsent] = useState<number | null>(null);
  const openDialog = async () => setUnsent(await countUnsent());
  const action = (
    <Button tone="soft" small icon="trash-2" onClick={() => void openDialog()}>
      {t('delete_open')}
    </Button>
  );
  return (
    <SettingRow id="delete" title={t('delete')} state={t('delete_state')} action={action}>
      {unsent !== null && <DeleteDialog unsentCount={unsent} onClose={() => setUnsent(null)} />}
    </SettingRow>
  );
}
