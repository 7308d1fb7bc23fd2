import { useRef } from 'react';
import { type CaseLetter, sendLettersAgain } from '#contract/operator/operated-cases';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';
import type { CaseActs } from './use-case-acts.ts';

/** How far a letter has come. */
function LetterState({ letter }: { readonly letter: CaseLetter }) {
  const t = useTexts('cases');
  const { state, tries, accepted_at: accepted } = letter;
  if (accepted !== null)
    return (
      <span className="desk-good" title={formatExact(accepted)}>
        {t('letter_accepted', { time: formatRelative(accepted) })}
      </span>
    );
  if (state === 'given_up') return <span className="desk-careful">{t('letter_given_up', { count: tries })}</span>;
  return <span>{state === 'waiting' && tries > 0 ? t('letter_tried', { count: tries }) : t('letter_to_write')}</span>;
}

/** The letters of a decided case with their state. Those that were given up can be sent again. */
export function CaseLetters({ letters, acts }: { readonly letters: readonly CaseLetter[]; readonly acts: CaseActs }) {
  const t = useTexts('cases');
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, isBusy, failure } = useAction();
  const sendAgain = () =>
    run(async () => {
      let count = 0;
      const isDone = await acts.attempt(async () => {
        count = (await call(sendLettersAgain, { number: acts.number })).letters;
      });
      if (!isDone) return;
      showToast({ tone: 'success', title: t('sent_again', { count }) });
      heading.current?.focus();
    });
  const isGivenUp = letters.some(({ state }) => state === 'given_up');
  return (
    <DeskSection
      title={t('letters')}
      heading={heading}
      actions={
        isGivenUp && (
          <Button tone="soft" small icon="refresh-cw" busy={isBusy} onClick={() => void sendAgain()}>
            {t('send_again')}
          </Button>
        )
      }
    >
      <ProblemNote error={failure} />
      {letters.length === 0 ? (
        <p className="muted">{t('no_letters')}</p>
      ) : (
        <RecordTable
          caption={t('letters')}
          rows={letters}
          keyOf={({ id }) => id}
          columns={[
            { key: 'kind', title: t('letter'), cell: ({ kind }) => t(`letter_${kind}`) },
            { key: 'to', title: t('to'), cell: ({ address }) => address ?? t('erased') },
            { key: 'state', title: t('state'), cell: (letter) => <LetterState letter={letter} /> },
          ]}
        />
      )}
    </DeskSection>
  );
}
