import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Shop } from '#contract/credits';
import { useAct } from '../../api/use-act.ts';
import { formatDate } from '../../i18n/format.ts';
import { endRenewal } from '../../session/shop.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.tsx';

type Running = NonNullable<Shop['premium']>;

function StopRenewal({ date }: { date: string }) {
  const { t } = useTranslation('credits');
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, failure } = useAct();
  const stop = async () => {
    if (!(await run(endRenewal))) return;
    setAsked(false);
    showToast({ tone: 'success', title: t('premium_stopped'), text: t('premium_stopped_text', { date }) });
  };
  return (
    <>
      <Button tone="quiet" small onClick={() => setAsked(true)}>
        {t('premium_stop')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void stop()}
        title={t('premium_stop_title')}
        text={t('premium_stop_text', { date })}
        confirmLabel={t('premium_stop')}
        cancelLabel={t('premium_stop_keep')}
        busy={isBusy}
      >
        <FailureNote error={failure} />
      </ConfirmDialog>
    </>
  );
}

/** Until when premium runs, whether it goes on by itself, and the one step that ends that. */
export function PremiumRunning({ premium: { until, renews, transaction } }: { premium: Running }) {
  const { t } = useTranslation('credits');
  const date = formatDate(until);
  return (
    <section className="panel pm-running">
      <p className="row">
        <Icon name="crown" />
        <b className="grow">{t('premium_until', { date })}</b>
      </p>
      <p className="soft">{renews ? t('premium_renews', { date }) : t('premium_ends')}</p>
      {(renews || transaction) && (
        <div className="row pm-acts">
          {renews && <StopRenewal date={date} />}
          {transaction && (
            <Link className="link" to={`/transactions/${transaction}`}>
              {t('premium_order')}
            </Link>
          )}
        </div>
      )}
    </section>
  );
}
