import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { CaseDetails } from '#contract/operator/operated-cases';
import { CallError } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { CASE_SHORTCUTS, Handlers } from '../keyboard/shortcut-list.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { DeskPage } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useOperator } from '../session/operator-query.ts';
import { useTexts } from '../texts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CaseActivity } from './case-activity.tsx';
import { AppealedDecision, EarlierDecisions } from './case-decision.tsx';
import { CaseHandling, useHolding } from './case-handling.tsx';
import { CaseLetters } from './case-letters.tsx';
import { CaseMemberSection } from './case-member.tsx';
import { CasePhotos } from './case-photos.tsx';
import { caseQuery } from './case-queries.ts';
import { CaseSources } from './case-sources.tsx';
import { groupedNumber, useAboutText } from './case-words.ts';
import { DecisionSection, focusDecision } from './decision-section.tsx';
import { type CaseActs, problemOf, useCaseActs } from './use-case-acts.ts';
import { useNextCase } from './use-next-case.ts';
import { isShowable, type RevealedPhotos, useRevealedPhotos } from './use-revealed-photos.ts';
import './cases.css';

/** Why the last act was not done. It takes the focus, since what was pressed may be gone. */
function ConflictNote({ conflict }: Pick<CaseActs, 'conflict'>) {
  const t = useTexts('cases');
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict) note.current?.focus();
  }, [conflict]);
  if (!conflict) return null;
  return (
    <div className="note" role="alert" ref={note} tabIndex={-1}>
      <Icon name="triangle-alert" />
      <p>
        {t(`conflict_${conflict.problem}`)} {t('now_shown')}
      </p>
    </div>
  );
}

/** Shows the first photo that is still hidden, and moves the focus to it. */
function revealNext(details: CaseDetails, revealed: RevealedPhotos): void {
  const hidden = details.photos.find((photo) => isShowable(photo) && revealed.viewOf(photo.id).state === 'hidden');
  if (!hidden) return;
  void revealed.reveal(hidden.id);
  const button = document.querySelector<HTMLElement>(`[data-photo="${CSS.escape(hidden.id)}"]`);
  button?.focus();
  button?.scrollIntoView({ block: 'nearest' });
}

function Case({ details, acts }: { readonly details: CaseDetails; readonly acts: CaseActs }) {
  const { role } = useOperator();
  const revealed = useRevealedPhotos(acts.number);
  const hold = useHolding(details, acts);
  const next = useNextCase(acts.number);
  const [isAssigning, setAssigning] = useState(false);
  const canAssign = role === 'admin' && details.status === 'open';
  const handlers: Handlers<typeof CASE_SHORTCUTS> = {
    t: hold.change,
    a: () => canAssign && setAssigning(true),
    p: () => revealNext(details, revealed),
    h: revealed.hideAll,
    d: focusDecision,
    n: next.goOn,
  };
  useShortcuts(handlers);
  return (
    <>
      <CaseHandling details={details} hold={hold} onAssign={role === 'admin' ? () => setAssigning(true) : null} />
      <div className="case-layout">
        <div className="case-main">
          {details.appealed && <AppealedDecision decision={details.appealed} />}
          <CaseSources details={details} />
          <CasePhotos photos={details.photos} revealed={revealed} />
          {details.member && <CaseMemberSection member={details.member} />}
        </div>
        <DecisionSection details={details} acts={acts} hold={hold} next={next} />
        <div className="case-more-about">
          {details.status !== 'open' && <CaseLetters letters={details.letters} acts={acts} />}
          {details.member && <EarlierDecisions decisions={details.earlier} />}
          <CaseActivity details={details} />
        </div>
      </div>
      {isAssigning && <AssignDialog acts={acts} assignee={details.assignee?.id ?? null} onClose={() => setAssigning(false)} />}
    </>
  );
}

/** Whether a case is not there for the operator, also because no case has a number of this form. */
const isUnknown = (error: unknown): boolean => problemOf(error) === 'gone' || (error instanceof CallError && error.status === 422);

function OneCase({ number }: { readonly number: string }) {
  const t = useTexts('cases');
  const aboutText = useAboutText();
  const query = useQuery(caseQuery(number));
  const acts = useCaseActs(number);
  const isGone = isUnknown(query.error);
  const leadOf = (details: CaseDetails) => [aboutText(details), ...details.kinds.map((kind) => t(`source_${kind}`))].join(' · ');
  return (
    <DeskPage
      title={t('case', { number: groupedNumber(number) })}
      lead={query.data && !isGone ? leadOf(query.data) : undefined}
      actions={
        <Link className="link" to="/cases">
          {t('all_cases')}
        </Link>
      }
    >
      <ConflictNote conflict={acts.conflict} />
      {isGone ? (
        <EmptyState icon="eye-off" title={t('gone_title')} text={t('gone_text')} />
      ) : (
        <Loaded query={query}>{(details) => <Case details={details} acts={acts} />}</Loaded>
      )}
    </DeskPage>
  );
}

/** One case: what was reported, what can be done about it, and what was done. */
export function CasePage() {
  const { number = '' } = useParams();
  return <OneCase key={number} number={number} />;
}
