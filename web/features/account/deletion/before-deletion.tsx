import { useQuery } from '@tanstack/react-query';
import { type Discount, requestStayDiscount } from '#contract/discounts';
import { call } from '../../../api/call.ts';
import { shopQuery } from '../../../api/credits/shop-query.ts';
import { useAction } from '../../../api/use-action.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { endRenewal } from '../../../session/credits/refresh-after-payment.ts';
import { useSettings } from '../../../session/settings.ts';
import { useUser } from '../../../session/user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** The discount to stay (setting `delete_discount`), requested once when the dialog opens. Null while unknown and after an error. */
function useStayOffer(): Discount | null {
  const { delete_discount: percent } = useSettings();
  const { data } = useQuery({
    queryKey: ['stay-offer'],
    queryFn: async ({ signal }) => (await call(requestStayDiscount, { stay: true }, { signal })) ?? null,
    enabled: percent > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? null;
}

/** The discount to stay, with the note that it is automatic. It is no condition for deleting (docs/product.md, "Discount to stay"). */
function StayOffer() {
  const { t } = useTranslation('account');
  const offer = useStayOffer();
  if (!offer) return null;
  const { percent, extra_credits: extra, ends_at: endsAt } = offer;
  return (
    <div className="note deletion-note" role="status">
      <Icon name="gift" />
      <div className="flex-grow">
        <b>{percent === null ? t('stay_title_extra', { count: extra ?? 0 }) : t('stay_title_percent', { percent })}</b>
        <p>
          {t('stay_text')} {endsAt && t('stay_until', { until: formatDate(endsAt) })}
        </p>
        <ButtonLink tone="quiet" small to="/credits">
          {t('stay_look')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** A button that stops the renewal of premium. It is no condition for deleting. */
function RenewalNote() {
  const { t } = useTranslation('account');
  const { data: shop } = useQuery(shopQuery);
  const { run, isBusy, failure } = useAction();
  const premium = shop?.premium;
  if (!premium?.renews) return null;
  return (
    <div className="note deletion-note">
      <Icon name="crown" />
      <div className="flex-grow">
        <b>{t('renewal_title')}</b>
        <p>{t('renewal_text', { date: formatDate(premium.until) })}</p>
        <FailureNote error={failure} />
        <Button tone="quiet" small busy={isBusy} onClick={() => void run(endRenewal)}>
          {t('renewal_stop')}
        </Button>
      </div>
    </div>
  );
}

/** Notes about a discount and about premium, shown before the account is deleted. */
export function BeforeDeletion() {
  const until = useUser()?.premium_until;
  return (
    <>
      <StayOffer />
      {until && <RenewalNote />}
    </>
  );
}
