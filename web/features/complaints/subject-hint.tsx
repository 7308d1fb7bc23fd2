import { Link } from 'react-router';
import type { ComplaintSubject } from '#contract/complaints';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RichText } from '../../ui/rich-text.tsx';

const linkTo = (path: string) => (words: string) => (
  <Link className="link" to={path}>
    {words}
  </Link>
);
const PARTS = {
  credits: linkTo('/credits'),
  profile: linkTo('/profile/settings'),
  faq: linkTo('/pages/faq'),
  notice: linkTo('/pages/notice'),
};

/** Advice for the chosen subject, with a link to the page that may solve it faster. */
export function SubjectHint({ subject }: { subject: ComplaintSubject }) {
  const { t } = useTranslation('complaints');
  return (
    <p className="complaint-hint" role="status">
      <RichText text={t(`hint_${subject}`)} parts={PARTS} />
      {subject === 'illegal' && (
        <>
          {' '}
          <RichText text={t('notice_instead')} parts={PARTS} />
        </>
      )}
    </p>
  );
}
