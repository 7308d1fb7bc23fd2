import { useEffect, useRef } from 'react';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';

/** Result of "also block": not chosen, done, or failed with an error. */
export type BlockOutcome = 'unwanted' | 'done' | { readonly error: unknown };

interface ReportThanksProps {
  name: string;
  outcome: BlockOutcome;
  onBlock: () => Promise<void>;
  onClose: () => void;
}

/** Shown after a report: that somebody will look at it, and whether the member was blocked. Takes the focus. */
export function ReportThanks({ name, outcome, onBlock, onClose }: ReportThanksProps) {
  const { t } = useTranslation('safety');
  const { t: tCore } = useTranslation();
  const { run, isBusy } = useAction();
  const thanks = useRef<HTMLDivElement>(null);
  useEffect(() => thanks.current?.focus(), []);
  return (
    <>
      <div className="report-thanks" ref={thanks} tabIndex={-1} role="status">
        <p>{t('report_thanks')}</p>
        <p className="muted">{t('report_silence', { name })}</p>
        {outcome === 'done' && <p className="muted">{t('report_blocked', { name })}</p>}
        {typeof outcome === 'object' && <p>{t('report_unblocked', { name })}</p>}
      </div>
      {typeof outcome === 'object' && <FailureNote error={outcome.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{tCore('action.close')}</Button>
        {typeof outcome === 'object' && (
          <Button tone="quiet" busy={isBusy} onClick={() => void run(onBlock)}>
            {t('block_name', { name })}
          </Button>
        )}
      </div>
    </>
  );
}
