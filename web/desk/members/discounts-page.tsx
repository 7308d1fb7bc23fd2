import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint';
import { endDiscount, listDiscounts } from '#contract/operator/operated-members';
import { call } from '../../api/call.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { DeskPage } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { useTexts } from '../texts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Discount = OutputOf<typeof listDiscounts>['discounts'][number];

const discountsQuery = queryOptions({
  queryKey: ['desk', 'discounts'],
  queryFn: async ({ signal }) => (await call(listDiscounts, {}, { signal })).discounts,
});

/** The discounts that have not ended. */
export function DiscountsPage() {
  const t = useTexts('members');
  const client = useQueryClient();
  const query = useQuery(discountsQuery);
  const [ending, setEnding] = useState<Discount | null>(null);
  const close = (isDone: boolean) => {
    if (isDone && ending) showToast({ tone: 'success', title: t('discount_ended', { code: ending.code }) });
    setEnding(null);
    if (isDone) void client.invalidateQueries(discountsQuery);
  };
  return (
    <DeskPage title={t('discounts')} lead={t('discounts_lead')}>
      <section className="desk-section panel">
        <Loaded query={query}>
          {(discounts) =>
            discounts.length === 0 ? (
              <p className="muted">{t('no_discounts')}</p>
            ) : (
              <RecordTable
                caption={t('discounts')}
                rows={discounts}
                keyOf={({ code }) => code}
                columns={[
                  { key: 'code', title: t('code'), cell: ({ code }) => <code>{code}</code> },
                  {
                    key: 'gives',
                    title: t('gives'),
                    cell: ({ percent, credits }) =>
                      percent === null ? t('gives_credits', { credits: formatNumber(credits ?? 0) }) : t('gives_percent', { percent }),
                  },
                  { key: 'until', title: t('until'), cell: ({ ends_at: at }) => (at === null ? t('no_end') : formatDate(at)) },
                  {
                    key: 'used',
                    title: t('used'),
                    cell: ({ used, max_uses: most }) => (most === null ? formatNumber(used) : t('used_of', { used, most })),
                  },
                  {
                    key: 'end',
                    title: t('end'),
                    isAction: true,
                    cell: (discount) => (
                      <Button tone="quiet" small aria-label={`${t('end')}: ${discount.code}`} onClick={() => setEnding(discount)}>
                        {t('end')}
                      </Button>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </section>
      {ending && (
        <ReasonDialog
          title={t('end_title', { code: ending.code })}
          text={t('end_text')}
          submitLabel={t('end')}
          act={(reason) => call(endDiscount, { code: ending.code, reason })}
          onClose={close}
        />
      )}
    </DeskPage>
  );
}
