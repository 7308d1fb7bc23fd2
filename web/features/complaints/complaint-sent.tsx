import { useEffect, useRef } from 'react';
import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { SentComplaint } from './complaint-form.tsx';

/** Confirmation of a sent complaint: its number, and within how many days it is answered. Takes the focus. */
export function ComplaintSent({ sent, onAgain }: { sent: SentComplaint; onAgain: () => void }) {
  const { t } = useTranslation('complaints');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <section className="panel complaint-form complaint-sent">
      <h2 className="display display-28" ref={heading} tabIndex={-1}>
        {t('sent_title')}
      </h2>
      <dl>
        <dt className="muted small bold">{t('sent_number')}</dt>
        <dd className="complaint-number">{sent.number}</dd>
      </dl>
      <p>{t('sent_answer', { count: COMPLAINT_ANSWER_DAYS })}</p>
      <p className="muted">{t('sent_text', { email: sent.email })}</p>
      <div className="row">
        <Button tone="quiet" onClick={onAgain}>
          {t('sent_again')}
        </Button>
      </div>
    </section>
  );
}
