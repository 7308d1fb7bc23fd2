import { useSearchParams } from 'react-router';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { AcceptLine, type LegalPage } from './accept-terms.tsx';
import { AccountForm } from './account-form.tsx';
import { FictionalWarning } from './fictional-warning.tsx';
import type { SignUpPaths } from './signup-paths.ts';
import { useAccountDraft } from './use-account-draft.ts';
import { type OnAccountMade, useAccountForm } from './use-account-form.ts';

interface AccountStepProps {
  paths: SignUpPaths;
  openLegal: (page: LegalPage) => void;
  onMade: OnAccountMade;
}

export function AccountStep({ paths, openLegal, onMade }: AccountStepProps) {
  const { t } = useTranslation('signup');
  const [search] = useSearchParams();
  const { geoip_country: country } = useSettings();
  const form = useAccountForm(useAccountDraft(), { search, language: currentLocale(), country, member: paths.member }, () => onMade);
  return (
    <>
      <div>
        <h1 className="display display-40">{t('title')}</h1>
        <p className="muted split-lead">{t('lead')}</p>
      </div>
      {paths.member && <FictionalWarning />}
      <AccountForm form={form} logInPath={paths.logInPath} accept={<AcceptLine openLegal={openLegal} />} />
    </>
  );
}
