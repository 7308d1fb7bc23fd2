import { useEffect, useRef } from 'react';
import { formatDate, formatExact } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { saveAs } from '../../platform/save-as.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import type { SentCancellation } from './cancellation-form.tsx';

/** The lines of what was declared, as the confirmation and its file have them. */
function useStatement({ sent }: SentCancellation): string[] {
  const { t } = useTranslation('cancellations');
  const { email, kind, order, ends_on: endsOn, reason } = sent;
  return [
    t('statement_email', { email }),
    ...(order ? [t('statement_order', { order })] : []),
    t('statement_kind', { kind: t(`kind_${kind}`) }),
    t('statement_end', { end: endsOn ? formatDate(`${endsOn}T12:00`) : t('end_earliest') }),
    ...(reason ? [t('statement_reason', { reason })] : []),
  ];
}

/** The confirmation of a cancellation, with day and time of receipt, to be saved or printed. Takes the focus. */
export function CancellationSent(cancellation: SentCancellation) {
  const { t } = useTranslation('cancellations');
  const { name: site } = useSettings();
  const { sent, receipt } = cancellation;
  const statement = useStatement(cancellation);
  const received = formatExact(receipt.received_at);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const save = () => {
    const lines = [
      t('statement', { site }),
      `${t('sent_number')}: ${receipt.number}`,
      `${t('sent_received')}: ${received} (${receipt.received_at})`,
      ...statement,
    ];
    saveAs(`${t('file_name')}-${receipt.number}.txt`, new Blob([`${lines.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }));
  };
  return (
    <section className="panel cancellation-sent">
      <h2 className="display display-28" ref={heading} tabIndex={-1}>
        {t('sent_title')}
      </h2>
      <dl>
        <dt className="muted small bold">{t('sent_number')}</dt>
        <dd className="cancellation-number">{receipt.number}</dd>
        <dt className="muted small bold">{t('sent_received')}</dt>
        <dd>
          <time dateTime={receipt.received_at}>{received}</time>
        </dd>
      </dl>
      <ul>
        {statement.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="muted">{t('sent_text', { email: sent.email })}</p>
      <div className="row cancellation-actions">
        <Button icon="download" onClick={save}>
          {t('sent_save')}
        </Button>
        <Button tone="quiet" onClick={() => print()}>
          {t('sent_print')}
        </Button>
      </div>
    </section>
  );
}
