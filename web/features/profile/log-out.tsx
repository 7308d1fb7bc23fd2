import { useTranslation } from '../../i18n/use-translation.ts';
import { useSession } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { type CountUnsent, useLogOut } from './use-log-out.ts';

/** The logout button. Logging out removes what this device has stored, so that unsent messages need a confirmation. */
export function LogOut({ countUnsent }: { countUnsent: CountUnsent }) {
  const { t } = useTranslation('profile');
  const { isLogoutShown } = useSession();
  const { unsent, press, leave, stay } = useLogOut(countUnsent);
  return (
    <div>
      <Button tone="quiet" icon="log-out" busy={isLogoutShown} onClick={() => void press()}>
        {t('log_out')}
      </Button>
      <ConfirmDialog
        isOpen={unsent > 0}
        onClose={stay}
        onConfirm={leave}
        title={t('unsent_title', { count: unsent })}
        text={t('unsent_text', { count: unsent })}
        confirmLabel={t('unsent_log_out')}
        cancelLabel={t('unsent_stay')}
      />
    </div>
  );
}
