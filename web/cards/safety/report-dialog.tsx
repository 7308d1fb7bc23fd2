import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { prepareFocusNeighbor } from '../../ui/lists/focus-neighbor.ts';
import { block } from './block-member.ts';
import { ReportForm } from './report-form.tsx';
import { type BlockOutcome, ReportThanks } from './report-thanks.tsx';

interface ReportDialogProps {
  profile: ProfileCard;
  conversation: string | null;
  item: Element | null;
  onClose: () => void;
}

/** The report form, then the thanks. If the additional block fails, the report stands and the thanks show the error. */
export function ReportDialog({ profile, conversation, item, onClose }: ReportDialogProps) {
  const { t } = useTranslation('safety');
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<BlockOutcome | null>(null);
  const { name } = profile;
  const blockToo = async () => {
    try {
      await block(client, profile);
      setOutcome('done');
    } catch (error) {
      setOutcome({ error });
    }
  };
  const close = () => {
    const moveFocus = prepareFocusNeighbor(item);
    onClose();
    if (outcome === 'done') requestAnimationFrame(moveFocus);
  };
  return (
    <Dialog isOpen onClose={close} title={t(outcome ? 'report_thanks_title' : 'report_title', { name })}>
      {outcome ? (
        <ReportThanks name={name} outcome={outcome} onBlock={blockToo} onClose={close} />
      ) : (
        <ReportForm
          profile={profile}
          conversation={conversation}
          onCancel={close}
          onSent={(isBlocking) => (isBlocking ? blockToo() : setOutcome('unwanted'))}
        />
      )}
    </Dialog>
  );
}
