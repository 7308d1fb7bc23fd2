import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ComplaintForm, type SentComplaint } from './complaint-form.tsx';
import { ComplaintSteps, OtherContacts } from './complaint-process.tsx';
import { ComplaintSent } from './complaint-sent.tsx';
import { ComplaintStatus } from './complaint-status.tsx';
import './complaints.css';

const STATUS = 'status';
const STATUS_TITLE = 'status-title';

/** Scrolls to the status form when the address ends in `#status`, as the links in mails do. A restored scroll position is left alone. */
function useScrollToStatus(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${STATUS}` && scrollY === 0) document.getElementById(STATUS)?.scrollIntoView();
  }, [hash]);
}

/** The form for a complaint to the operator, and the look-up of how a complaint stands (docs/product.md, "Complaints"). */
export function Screen() {
  const { t } = useTranslation('complaints');
  const [sent, setSent] = useState<SentComplaint | null>(null);
  useScrollToStatus();
  return (
    <div className="complaints">
      <header className="complaints-head">
        <h1 className="display display-40">{t('title')}</h1>
        <p className="muted">{t('lead')}</p>
      </header>
      {sent ? <ComplaintSent sent={sent} onAgain={() => setSent(null)} /> : <ComplaintForm onSent={setSent} />}
      <div className="complaints-side">
        <ComplaintSteps />
        <section className="complaint-section" id={STATUS}>
          <h2 className="display display-21" id={STATUS_TITLE}>
            {t('status_title')}
          </h2>
          <ComplaintStatus titleId={STATUS_TITLE} />
        </section>
        <OtherContacts />
      </div>
    </div>
  );
}
