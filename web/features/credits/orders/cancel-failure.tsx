import { CallError } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Why an order could not be canceled. After a `conflict` it says that the order ends by itself if it is not paid. */
export function CancelFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('credits');
  if (!(error instanceof CallError && error.code === 'conflict')) return <FailureNote error={error} />;
  return (
    <div className="note" role="alert">
      <Icon name="info" />
      <p>{t('order_cancel_held')}</p>
    </div>
  );
}
