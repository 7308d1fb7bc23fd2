import { useQuery } from '@tanstack/react-query';
import { checkReset, resetPassword } from '#contract/passwords';
import nadia from '../../../../assets/portraits/site/nadia.webp';
import { CallError, call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { OutcomeFrame, OutcomeLoading } from '../../../ui/mailed-link/outcome-frame.tsx';
import { useMailedLink } from '../../../ui/mailed-link/use-mailed-link.ts';
import { useNavigateAfterLink } from '../../../ui/mailed-link/use-navigate-after-link.ts';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { ResetForm } from './reset-form.tsx';

/** Whether the link has expired or was used; null until that is known. False if the check fails: saving then finds out. */
function useIsResetLinkExpired(token: string): boolean | null {
  const { data = null } = useQuery({
    queryKey: ['reset', token],
    queryFn: async ({ signal }) => {
      try {
        await call(checkReset, { token }, { signal });
        return false;
      } catch (error) {
        return error instanceof CallError && error.fields.token !== undefined;
      }
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

export function Screen() {
  const { t } = useTranslation('account');
  const { token, outcome, settle, drop } = useMailedLink(['token'], ['expired']);
  const isExpired = useIsResetLinkExpired(token);
  const startNavigation = useNavigateAfterLink();
  const reset = async (password: string) => {
    const navigateWith = startNavigation();
    await call(resetPassword, { token, password });
    await navigateWith(t('reset_notice'));
    drop();
  };
  const form = (
    <>
      <div>
        <h1 className="display display-40">{t('reset_do_title')}</h1>
        <p className="muted split-lead">{t('reset_do_lead')}</p>
      </div>
      <ResetForm reset={reset} onExpired={() => settle('expired')} />
    </>
  );
  return (
    <SplitFrame portrait={nadia} quote={t('quote_password')}>
      {outcome || !token || isExpired ? (
        <OutcomeFrame tone="late" title={t('error_title')} text={t('reset_expired')} takesFocus={outcome !== null}>
          <ButtonLink to="/reset-password" wide>
            {t('reset_ask')}
          </ButtonLink>
        </OutcomeFrame>
      ) : isExpired === null ? (
        <OutcomeLoading />
      ) : (
        form
      )}
    </SplitFrame>
  );
}
