import { useSearchParams } from 'react-router';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { AcceptLine, type LegalPage } from './accept-terms.tsx';
import { AccountForm } from './account-form.tsx';
import { FictionalWarning } from './fictional-warning.tsx';
import type { Ways } from './signup-paths.ts';
import { useDraft } from './use-account-draft.ts';
import { type OnMade, useAccountForm } from './use-account-form.ts';

interface AccountStepProps {
  ways: Ways;
  openLegal: (page: LegalPage) => void;
  onMade: OnMade;
}

export function AccountStep({ ways, openLegal, onMade }: AccountStepProps) {
  const { t } = useTranslation('signup');
  const [search] = useSearchParams();
  const { geoip_country: country } = useSettings();
  const form = useAccountForm(useDraft(), { search, language: currentLocale(), country, member: ways.member }, () => onMade);
  return (
    <>
      <div>
        <h1 className="d d40">{t('title')}</h1>
        <p className="soft split-lead">{t('lead')}</p>
      </div>
      {ways.member && <FictionalWarning />}
      <AccountForm form={form} logInPath={ways.logIn} accept={<AcceptLine openLegal={openLegal} />} />
    </>
  );
}
