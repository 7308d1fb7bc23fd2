import { useState } from 'react';
import type { User } from '#contract/account';
import { SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { SensitiveExplanation } from '../../cards/consent/sensitive-consent-field.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSaveUser } from '../../session/save-user.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { SettingRow } from '../../ui/setting-row/setting-row.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';

/** The consent to sensitive answers: whether it is given, and one button that gives or withdraws it. */
export function ConsentSection({ user }: { user: User }) {
  const { t } = useTranslation('consent');
  const { name: site } = useSettings();
  const [isConfirming, setConfirming] = useState(false);
  const { save, isBusy, failure } = useSaveUser();
  const { sensitive_consent: consent, has_unconsented_answers: isWaiting } = user;
  const answer = async (version: number | null) => {
    if (!(await save({ sensitive_consent: version }))) return;
    setConfirming(false);
    showToast({ tone: 'success', title: t(version === null ? 'removed' : 'agreed') });
  };
  const state = consent ? t('given', { date: formatDate(consent.given_at) }) : t(isWaiting ? 'waiting' : 'none');
  const action = consent ? (
    <Button tone="soft" small onClick={() => setConfirming(true)}>
      {t('withdraw')}
    </Button>
  ) : (
    <Button tone="soft" small busy={isBusy} onClick={() => void answer(SENSITIVE_CONSENT_VERSION)}>
      {t('agree')}
    </Button>
  );
  return (
    <SettingRow id="sensitive" title={t('settings')} state={state} action={action}>
      {!consent && (
        <>
          <p className="hint">{t('sentence_1', { site })}</p>
          <p className="hint">
            <SensitiveExplanation />
          </p>
          {!isConfirming && <FailureNote error={failure} />}
        </>
      )}
      {isWaiting && (
        <Button tone="soft" small onClick={() => setConfirming(true)}>
          {t('remove')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void answer(null)}
        title={t('withdraw_title')}
        text={t('withdraw_text')}
        confirmLabel={t(consent ? 'withdraw_do' : 'remove')}
        busy={isBusy}
      >
        <FailureNote error={failure} />
      </ConfirmDialog>
    </SettingRow>
  );
}
