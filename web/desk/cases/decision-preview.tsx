import type { CaseAction } from '#contract/cases';
import { DAY } from '#contract/durations';
import { type CaseDetails, CONFIRMED_ACTIONS } from '#contract/operator/operated-cases';
import { formatMoment } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';
import { Words } from './case-evidence.tsx';
import { type DecisionDraft, groundOf, isRestriction, takesFacts, takesReply, toldSources } from './decision-draft.ts';

interface PreviewProps {
  readonly details: CaseDetails;
  readonly draft: DecisionDraft;
  readonly action: CaseAction;
}

/** The sentence with which the statement of reasons begins; null for decisions without one. */
function useEffectSentence(): (draft: DecisionDraft, action: CaseAction) => string | null {
  const site = useTexts('statement');
  return ({ days, text }, action) => {
    if (action === 'remove_text' && text === 'name') return site('did_remove_name');
    if (action === 'remove_text' && text?.startsWith('message:')) return site('did_remove_message');
    const until = days === null ? '' : formatMoment(Date.now() + days * DAY);
    if (action === 'dismiss' || action === 'restore') return null;
    return action === 'pause' && days !== null ? site('did_pause_until', { until }) : site(`did_${action}`, { until });
  };
}

/** Returns a function that says against what rule or law it was; null for decisions without a ground. */
function useGroundSentence(): (draft: DecisionDraft, action: CaseAction) => string | null {
  const site = useTexts('statement');
  return ({ ground: value }, action) => {
    if (!isRestriction(action) || value === null) return null;
    const { kind, code } = groundOf(value);
    return site(`ground_${kind}`, { code: site(`code_${code}`) });
  };
}

/** What the member reads, or whoever has appealed if the decision stands or is lifted. */
function Statement({ details, draft, action }: PreviewProps) {
  const t = useTexts('cases');
  const site = useTexts('statement');
  const groundSentence = useGroundSentence();
  const effect = useEffectSentence()(draft, action);
  if (!takesFacts(action, details)) return null;
  const ground = groundSentence(draft, action);
  const reader = isRestriction(action) ? t('member_reads', { name: details.member?.name ?? t('erased') }) : t('appellant_reads');
  return (
    <section className="case-preview">
      <h3 className="bold">{reader}</h3>
      <div className="case-letter">
        <p>{effect ?? t(`tells_${action === 'restore' ? 'restore' : 'upheld'}`)}</p>
        {ground && <p>{ground}</p>}
        <p className="small muted">{site('facts')}</p>
        <Words>{draft.facts}</Words>
        {isRestriction(action) && <p className="small muted">{site('by_person')}</p>}
      </div>
    </section>
  );
}

/** What those read who reported or complained. */
function Outcome({ details, draft, action }: PreviewProps) {
  const t = useTexts('cases');
  const groundSentence = useGroundSentence();
  const told = toldSources(details).filter(({ kind }) => kind !== 'appeal').length;
  if (action === 'dismiss' && draft.isSilent) return <p>{t('nobody_told')}</p>;
  if (!takesReply(draft, details)) return takesFacts(action, details) ? null : <p>{t('nobody_to_tell')}</p>;
  const isComplaint = details.kinds.includes('complaint');
  const ground = groundSentence(draft, action);
  return (
    <section className="case-preview">
      <h3 className="bold">{t('others_read', { count: told })}</h3>
      <div className="case-letter">
        {!isComplaint && <p>{t(action === 'dismiss' ? 'tells_dismissed' : 'tells_acted')}</p>}
        {!isComplaint && ground && <p>{ground}</p>}
        {draft.reply.trim() !== '' && <Words>{draft.reply}</Words>}
      </div>
    </section>
  );
}

interface DialogProps extends PreviewProps {
  readonly isBusy: boolean;
  readonly failure: unknown;
  readonly onDecide: () => void;
  readonly onClose: () => void;
}

/** Shows what everybody is told before a decision is made. */
export function DecisionPreview({ isBusy, failure, onDecide, onClose, ...preview }: DialogProps) {
  const t = useTexts('cases');
  const { action } = preview;
  const needsPasskey = CONFIRMED_ACTIONS.some((confirmed) => confirmed === action);
  return (
    <Dialog isOpen onClose={onClose} title={t('preview_title', { decision: t(`action_${action}`) })} role="alertdialog" withoutClose>
      <p className="muted">{t('preview_text')}</p>
      <div className="case-previews">
        <Statement {...preview} />
        <Outcome {...preview} />
      </div>
      {needsPasskey && <p className="small muted">{t('needs_passkey')}</p>}
      <ProblemNote error={failure} />
      <div className="dialog-actions">
        <Button busy={isBusy} onClick={onDecide}>
          {t('decide')}
        </Button>
        <Button tone="quiet" data-first-focus onClick={onClose}>
          {t('back_to_form')}
        </Button>
      </div>
    </Dialog>
  );
}
