import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { CancellationForm, type SentCancellation } from './cancellation-form.tsx';
import { CancellationSent } from './cancellation-sent.tsx';
import './cancellations.css';

const linkTo = (path: string) => (words: string) => (
  <Link className="link" to={path}>
    {words}
  </Link>
);

/** Cancels a contract without a login, and confirms it (docs/product.md, "Cancellation without login"). */
export function Screen() {
  const { t } = useTranslation('cancellations');
  const [cancellation, setCancellation] = useState<SentCancellation | null>(null);
  return (
    <div className="cancellation">
      <header className="cancellation-head">
        <h1 className="display display-40">{t('title')}</h1>
        <p className="muted">
          <RichText text={t('lead')} parts={{ premium: linkTo('/premium') }} />
        </p>
      </header>
      {cancellation ? <CancellationSent {...cancellation} /> : <CancellationForm onSent={setCancellation} />}
      <section className="cancellation-aside">
        <h2 className="display display-21">{t('what_title')}</h2>
        <ul>
          <li>{t('what_ends')}</li>
          <li>{t('what_proof')}</li>
          <li>{t('what_credits')}</li>
        </ul>
        <p>
          <RichText text={t('reach')} parts={{ complaints: linkTo('/complaints?subject=payment') }} />
        </p>
      </section>
    </div>
  );
}
