import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { FieldMessage } from '../../ui/forms/field.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import '../../ui/forms/pick-list.css';

/** What sensitive answers can tell, with a link to the privacy text, which opens in a new tab, as a form may be half filled in. */
export function SensitiveExplanation() {
  const { t } = useTranslation('consent');
  const { name: site } = useSettings();
  const parts = {
    privacy: (words: string) => (
      <a className="link" href="/pages/privacy#looking-for" target="_blank" rel="noreferrer">
        {words}
      </a>
    ),
  };
  return <RichText text={t('explanation', { site })} parts={parts} />;
}

interface SensitiveConsentFieldProps {
  isGiven: boolean;
  error: string | null;
  onChange: (isGiven: boolean) => void;
}

/** The consent to sensitive answers: a checkbox of its own, beside the questions that need it (docs/product.md, "Consent to sensitive answers"). */
export function SensitiveConsentField({ isGiven, error, onChange }: SensitiveConsentFieldProps) {
  const { t } = useTranslation('consent');
  const { name: site } = useSettings();
  const id = useId();
  return (
    <fieldset className="field sensitive-consent">
      <legend className="legend">{t('title')}</legend>
      <label className="choice-row">
        <input
          type="checkbox"
          name="sensitive_consent"
          checked={isGiven}
          aria-describedby={error ? `${id}-error ${id}` : id}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t('sentence_1', { site })}</span>
      </label>
      <FieldMessage id={`${id}-error`} error={error} />
      <FieldMessage id={id} hint={<SensitiveExplanation />} />
    </fieldset>
  );
}
