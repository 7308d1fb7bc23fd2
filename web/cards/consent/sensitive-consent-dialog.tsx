import { SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSaveUser } from '../../session/save-user.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { SensitiveExplanation } from './sensitive-consent-field.tsx';

/**
 * Asks members whose sensitive answers are from before the consent. Both answers are buttons of the same weight; whoever closes the dialog
 * answers later, in the settings.
 */
export function SensitiveConsentDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('consent');
  const { name: site } = useSettings();
  const { save, isBusy, failure } = useSaveUser();
  const answer = async (consent: number | null) => {
    if (!(await save({ sensitive_consent: consent }))) return;
    showToast({ tone: 'success', title: t(consent === null ? 'removed' : 'agreed') });
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('waiting_title')}>
      <div className="form">
        <p className="muted">{t('waiting')}</p>
        <p>{t('sentence_1', { site })}</p>
        <p className="hint">
          <SensitiveExplanation />
        </p>
        <FailureNote error={failure} />
        <div className="dialog-actions is-sticky">
          <Button tone="quiet" busy={isBusy} onClick={() => void answer(SENSITIVE_CONSENT_VERSION)}>
            {t('agree')}
          </Button>
          <Button tone="quiet" busy={isBusy} onClick={() => void answer(null)}>
            {t('remove')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
