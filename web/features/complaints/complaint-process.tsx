import { Link } from 'react-router';
import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import { textValues } from '#contract/pages/text-page';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { RichText } from '../../ui/rich-text.tsx';

const linkTo = (path: string) => (words: string) => (
  <Link className="link" to={path}>
    {words}
  </Link>
);

/** The steps that follow a complaint. */
export function ComplaintSteps() {
  const { t } = useTranslation('complaints');
  return (
    <section className="complaint-section">
      <h2 className="display display-21">{t('next_title')}</h2>
      <ol>
        <li>{t('next_number')}</li>
        <li>{t('next_answer', { count: COMPLAINT_ANSWER_DAYS })}</li>
        <li>
          <RichText text={t('next_disagree')} parts={{ terms: linkTo('/pages/terms#law') }} />
        </li>
      </ol>
    </section>
  );
}

/** Other ways to reach the operator: telephone, where there is one, and the service page. */
export function OtherContacts() {
  const { t } = useTranslation('complaints');
  const { phone, phone_digits: digits } = textValues(useSettings(), null);
  const tel = (words: string) => (
    <a className="link" href={`tel:${digits}`}>
      {words}
    </a>
  );
  return (
    <section className="complaint-section">
      <h2 className="display display-21">{t('reach_title')}</h2>
      <p>
        <RichText text={phone ? t('reach_phone', { phone }) : t('reach_text')} parts={{ tel, service: linkTo('/pages/service#contact') }} />
      </p>
    </section>
  );
}
