import { useState } from 'react';
import type { CaseActivityEntry, CaseDetails, CasePhoto } from '#contract/operator/operated-cases';
import { Button } from '../../ui/button.tsx';
import en from '../locales/en/cases.json';
import { DeskSection } from '../parts/desk-page.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { type DeskKey, useTexts } from '../texts.ts';
import { useActorText } from './case-words.ts';
import { ACTIVITY, useMorePages } from './use-more-pages.ts';

/** Entries that are shown at first. */
const FIRST_SHOWN = 8;
const PHOTO = 'photo:';

/** Returns a function that says what was done. */
function useActText(photos: readonly CasePhoto[]): (entry: CaseActivityEntry) => string {
  const t = useTexts('cases');
  return ({ act, detail, assignee, by }) => {
    if (act === 'assigned')
      return assignee !== null && assignee.name !== by.name ? t('act_given', { name: assignee.name }) : t('act_assigned');
    if (act === 'looked' && detail?.startsWith(PHOTO)) {
      const place = photos.findIndex(({ id }) => id === detail.slice(PHOTO.length)) + 1;
      return place > 0 ? t('act_looked_photo', { place }) : t('act_looked_some_photo');
    }
    const decision = `did_${detail}`;
    if (act === 'decided' && decision in en) return t('act_decided', { decision: t(decision as DeskKey<'cases'>) });
    return act === 'letters_sent_again' ? t('act_letters_sent_again', { count: Number(detail ?? 0) }) : t(`act_${act}`);
  };
}

/** Who has done what with a case, the latest first. */
export function CaseActivity({ details }: { readonly details: CaseDetails }) {
  const t = useTexts('cases');
  const [showsAll, setShowsAll] = useState(false);
  const actText = useActText(details.photos);
  const actorText = useActorText();
  const { entries: latest, showMore, isBusy, failure } = useMorePages(details, ACTIVITY);
  const shown = showsAll ? latest : latest.slice(0, FIRST_SHOWN);
  return (
    <DeskSection title={t('activity')} lead={t('activity_lead')}>
      <RecordTable
        caption={t('activity')}
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'when',
            title: t('when'),
            cell: ({ at }) => <RelativeTime at={at} />,
          },
          { key: 'who', title: t('who'), cell: ({ by }) => actorText(by) },
          { key: 'what', title: t('what'), cell: actText },
        ]}
      />
      {shown.length < latest.length && (
        <Button tone="quiet" small className="case-more" onClick={() => setShowsAll(true)}>
          {showMore ? t('more_activity') : t('all_activity', { count: latest.length })}
        </Button>
      )}
      <ProblemNote error={failure} />
      {showsAll && showMore && (
        <Button tone="quiet" small className="case-more" busy={isBusy} onClick={showMore}>
          {t('more_activity')}
        </Button>
      )}
    </DeskSection>
  );
}
