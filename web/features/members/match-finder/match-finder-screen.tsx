import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MINUTE } from '#contract/durations';
import { countMatches } from '#contract/members';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { hasPreviousPage } from '../../../platform/has-previous-page.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { StepDots } from '../../../ui/step-dots.tsx';
import {
  answersIn,
  countInputOf,
  FINDER_QUESTIONS,
  FINDER_STEPS,
  type FinderAnswers,
  type FinderStep,
  queryOf,
  stepIn,
} from './finder-answers.ts';
import { AgeQuestion, LookingQuestion, PlaceQuestion } from './finder-questions.tsx';
import { FinderResult } from './finder-result.tsx';
import { FinderTown } from './match-count-drawing.tsx';
import './match-finder.css';

const QUESTIONS = { looking: LookingQuestion, age: AgeQuestion, place: PlaceQuestion };

function useMatchCount(answers: FinderAnswers, isEnabled: boolean) {
  const input = countInputOf(answers);
  return useQuery({
    queryKey: ['match-count', input],
    queryFn: ({ signal }) => (input ? call(countMatches, input, { signal }) : null),
    enabled: isEnabled && input !== null,
    staleTime: MINUTE,
  });
}

function Back({ to }: { to: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Link
      className="icon-btn step-back"
      to={to}
      aria-label={t('action.back')}
      onClick={(event) => {
        if (!hasPreviousPage() || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon name="arrow-left" />
    </Link>
  );
}

function Progress({ step }: { step: number }) {
  const { t } = useTranslation('match-finder');
  return <StepDots step={step} steps={FINDER_QUESTIONS} label={t('step_of', { step: step + 1, steps: FINDER_QUESTIONS })} />;
}

/** Focuses the heading of each new step, so that screen readers read it; the first step leaves the focus alone. */
function useStepHeadingFocus(step: FinderStep, isReady: boolean) {
  const container = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step || !isReady) return;
    shownStep.current = step;
    container.current?.querySelector('h1')?.focus();
    scrollTo(0, 0);
  }, [step, isReady]);
  return container;
}

/** Three questions, and then the number of members who fit (docs/product.md, "Match finder"). */
export function Screen() {
  const { t } = useTranslation('match-finder');
  const [query] = useSearchParams();
  const [answers, step] = [answersIn(query), stepIn(query)];
  const countQuery = useMatchCount(answers, step === 'result');
  const found = step === 'result' ? (countQuery.data ?? null) : null;
  const container = useStepHeadingFocus(step, step !== 'result' || !countQuery.isPending);
  const stepIndex = FINDER_STEPS.indexOf(step);
  const previousStep = FINDER_STEPS[stepIndex - 1];
  const Question = step === 'result' ? null : QUESTIONS[step];
  return (
    <SplitFrame
      art={<FinderTown found={found} answered={stepIndex} />}
      back={previousStep && <Back to={queryOf(query, answers, previousStep)} />}
      top={step !== 'result' && <Progress step={stepIndex} />}
    >
      <div className="match-finder" ref={container}>
        {Question && step !== 'result' && (
          <>
            <div>
              <h1 className="display display-40" tabIndex={-1}>
                {t(`${step}_title`)}
              </h1>
              <p className="muted split-lead">{t(`${step}_lead`)}</p>
            </div>
            <Question key={step} query={query} answers={answers} />
          </>
        )}
        {found && <FinderResult query={query} answers={answers} found={found} />}
        {step === 'result' && countQuery.isError && !found && (
          <ErrorPanel error={countQuery.error} onRetry={countQuery.refetch} isRetrying={countQuery.isFetching} />
        )}
        {step === 'result' && countQuery.isPending && (
          <p className="match-finder-counting" role="status">
            <span className="spinner" />
            {t('counting')}
          </p>
        )}
      </div>
    </SplitFrame>
  );
}
