import type { CaseDetails } from '#contract/operator/operated-cases';
import { releaseCase, takeCase } from '#contract/operator/operated-cases';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';
import { PriorityMark } from './priority-mark.tsx';
import type { CaseActs } from './use-case-acts.ts';

/** Whose a case is: `free` and `mine` can be changed by the operator. */
type Holding = 'free' | 'mine' | 'taken' | 'decided' | 'closed';

const holdingOf = ({ status, is_mine: isMine, assignee }: CaseDetails): Holding => {
  if (status !== 'open') return status;
  return isMine ? 'mine' : assignee === null ? 'free' : 'taken';
};

/** Takes a case that nobody has, or gives back one's own; does nothing otherwise. */
export function useHolding(details: CaseDetails, acts: CaseActs) {
  const { run, isBusy, failure } = useAction();
  const holding = holdingOf(details);
  const change = () => {
    if (holding === 'free') void run(() => acts.attempt(() => call(takeCase, { number: acts.number })));
    if (holding === 'mine') void run(() => acts.attempt(() => call(releaseCase, { number: acts.number })));
  };
  return { holding, change, isBusy, failure };
}

interface HandlingProps {
  readonly details: CaseDetails;
  readonly hold: ReturnType<typeof useHolding>;
  /** Opens the dialog that gives the case to somebody else; null for operators who may not. */
  readonly onAssign: (() => void) | null;
}

/** How urgent a case is, who has it, and the buttons that change that. */
export function CaseHandling({ details, hold, onAssign }: HandlingProps) {
  const t = useTexts('cases');
  const { holding, change, isBusy, failure } = hold;
  const { assignee, priority } = details;
  const canChange = holding === 'free' || holding === 'mine';
  return (
    <section className="case-handling panel" aria-label={t('handling')}>
      <PriorityMark priority={priority} />
      <p className="case-holding" role="status">
        {t(`holding_${holding}`, { name: assignee?.name ?? t('former_operator') })}
      </p>
      <div className="desk-actions">
        {canChange && (
          <Button tone={holding === 'free' ? 'ember' : 'quiet'} small busy={isBusy} onClick={change}>
            {t(holding === 'free' ? 'take' : 'release')}
          </Button>
        )}
        {onAssign && details.status === 'open' && (
          <Button tone="quiet" small onClick={onAssign}>
            {t('assign')}
          </Button>
        )}
      </div>
      <ProblemNote error={failure} />
    </section>
  );
}
