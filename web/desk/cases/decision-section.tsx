import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CaseDetails } from '#contract/operator/operated-cases';
import { Button } from '../../ui/button.tsx';
import { DeskSection } from '../parts/desk-page.tsx';
import { useTexts } from '../texts.ts';
import { DecisionText } from './case-decision.tsx';
import type { useHolding } from './case-handling.tsx';
import { DecisionForm } from './decision-form.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import type { CaseActs } from './use-case-acts.ts';

interface SectionProps {
  readonly details: CaseDetails;
  readonly acts: CaseActs;
  readonly hold: ReturnType<typeof useHolding>;
  readonly next: { readonly goOn: () => void; readonly isBusy: boolean };
}

/** Moves the focus to the decision, once it is made or taken back on this page. */
function useDecidedFocus(details: CaseDetails): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = `${details.decision === null ? 'open' : 'decided'} ${details.is_restorable}`;
  const before = useRef(state);
  useEffect(() => {
    if (details.decision !== null && state !== before.current) heading.current?.focus();
    before.current = state;
  }, [state, details.decision]);
  return heading;
}

function Content({ details, acts, hold, next }: SectionProps) {
  const t = useTexts('cases');
  const [isTakingBack, setTakingBack] = useState(false);
  if (details.decision)
    return (
      <>
        <DecisionText decision={details.decision} />
        <div className="desk-actions">
          <Button small icon="arrow-right" busy={next.isBusy} onClick={next.goOn}>
            {t('next')}
          </Button>
          {details.is_restorable && (
            <Button tone="quiet" small icon="undo-2" onClick={() => setTakingBack(true)}>
              {t('take_back')}
            </Button>
          )}
        </div>
        {isTakingBack && <TakeBackDialog acts={acts} onClose={() => setTakingBack(false)} />}
      </>
    );
  if (hold.holding === 'mine') return <DecisionForm details={details} acts={acts} />;
  return <p className="muted">{t(hold.holding === 'taken' ? 'decide_taken' : 'decide_free', { name: details.assignee?.name ?? '' })}</p>;
}

/** The decision of a case, or the form in which it is made by whoever has the case. */
export function DecisionSection(props: SectionProps) {
  const t = useTexts('cases');
  const heading = useDecidedFocus(props.details);
  return (
    <div className="case-side" id="decision">
      <DeskSection title={t('decision')} heading={heading}>
        <Content {...props} />
      </DeskSection>
    </div>
  );
}

/** Moves the focus to where a decision is made, or to its heading if that is not possible now. */
export function focusDecision(): void {
  const section = document.getElementById('decision');
  const target =
    section?.querySelector<HTMLElement>('input:checked') ??
    section?.querySelector<HTMLElement>('input') ??
    section?.querySelector<HTMLElement>('h2');
  target?.focus();
  section?.scrollIntoView({ block: 'nearest' });
}
