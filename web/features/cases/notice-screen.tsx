import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeForm, type SentNotice } from './notice-form.tsx';
import { shownNumber } from './shown-number.ts';
import './cases.css';

/** The number of a notice and what follows. It takes the focus, since the form is gone. */
function NoticeSent({ sent, onAgain }: { sent: SentNotice; onAgain: () => void }) {
  const { t } = useTranslation('cases');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <section className="panel notice-sent">
      <h2 className="display display-28" ref={heading} tabIndex={-1}>
        {t('notice_sent_title')}
      </h2>
      <dl>
        <dt className="muted small bold">{t('notice_sent_number')}</dt>
        <dd className="notice-number">{shownNumber(sent.number)}</dd>
      </dl>
      <p>{sent.email === null ? t('notice_sent_anonymous') : t('notice_sent_text', { email: sent.email })}</p>
      <div className="row">
        <Button tone="quiet" onClick={onAgain}>
          {t('notice_again')}
        </Button>
      </div>
    </section>
  );
}

/** Where anybody tells of illegal content (docs/product.md, "Notices of illegal content"). */
export function Screen() {
  const { t } = useTranslation('cases');
  const [sent, setSent] = useState<SentNotice | null>(null);
  return (
    <div className="case-page">
      <header>
        <h1 className="display display-40">{t('notice_title')}</h1>
        <p className="muted">{t('notice_lead')}</p>
        <p className="bold">{t('notice_danger')}</p>
      </header>
      {sent ? <NoticeSent sent={sent} onAgain={() => setSent(null)} /> : <NoticeForm onSent={setSent} />}
    </div>
  );
}
