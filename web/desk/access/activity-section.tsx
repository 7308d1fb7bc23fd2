import { queryOptions, useQuery } from '@tanstack/react-query';
import { listOwnActivity } from '#contract/operator/desk-session';
import { call } from '../../api/call.ts';
import { formatNumber } from '../../i18n/format.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { useTexts } from '../texts.ts';
import { useActText } from './act-text.ts';

const activityQuery = queryOptions({
  queryKey: ['desk', 'activity'],
  queryFn: async ({ signal }) => (await call(listOwnActivity, {}, { signal })).acts,
});

/** What was done with the account of the operator. */
export function ActivitySection() {
  const t = useTexts('access');
  const actText = useActText();
  const query = useQuery(activityQuery);
  return (
    <DeskSection title={t('activity')} lead={t('activity_lead')}>
      <Loaded query={query}>
        {(acts) =>
          acts.length === 0 ? (
            <p className="muted">{t('no_activity')}</p>
          ) : (
            <RecordTable
              caption={t('activity')}
              rows={acts}
              keyOf={({ id }) => id}
              columns={[
                {
                  key: 'when',
                  title: t('when'),
                  cell: ({ at }) => <RelativeTime at={at} />,
                },
                { key: 'act', title: t('act'), cell: ({ act }) => actText(act) },
                { key: 'about', title: t('about'), cell: ({ about }) => about?.name ?? '–' },
                {
                  key: 'details',
                  title: t('details'),
                  cell: ({ subject, amount, reason }) =>
                    [subject, amount === null ? null : formatNumber(amount), reason].filter((part) => part !== null).join(' · ') || '–',
                },
              ]}
            />
          )
        }
      </Loaded>
    </DeskSection>
  );
}
