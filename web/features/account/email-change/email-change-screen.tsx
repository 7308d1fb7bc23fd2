import { confirmEmailChange, undoEmailChange } from '#contract/account-changes';
import ewa from '../../../../assets/portraits/site/ewa.webp';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { clearEndReason, refreshUser, useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { LinkConfirmButton } from '../../../ui/mailed-link/confirm-button.tsx';
import { OutcomeFrame, type OutcomeTone } from '../../../ui/mailed-link/outcome-frame.tsx';
import { useMailedLink } from '../../../ui/mailed-link/use-mailed-link.ts';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';

const OUTCOMES = ['changed', 'undone', 'expired', 'taken', 'undo_taken'] as const;
type Outcome = (typeof OUTCOMES)[number];

const TONES: Record<Outcome, OutcomeTone> = {
  changed: 'good',
  undone: 'good',
  expired: 'late',
  taken: 'late',
  undo_taken: 'late',
};
/** After an undo the login leads to the advice to choose a new password (docs/product.md, "Undoing an address change"). */
const LOGIN_TO_PASSWORD_ADVICE = `/login?${new URLSearchParams({ next: '/notifications#email-change-incorrect' })}`;

/** Target and label of the button below an outcome: the page that shows the result, or the one where the change can be tried again. */
function useOutcomeLink(outcome: Outcome) {
  const { t } = useTranslation('account');
  const user = useUser();
  if (outcome === 'undone') return { to: LOGIN_TO_PASSWORD_ADVICE, label: t('log_in') };
  if (outcome === 'undo_taken') return { to: '/pages/service', label: t('to_service') };
  const profilePath = outcome === 'changed' ? '/profile' : '/profile/settings#email';
  if (user) return { to: profilePath, label: t('to_profile') };
  return { to: `/login?${new URLSearchParams({ next: profilePath })}`, label: t('log_in') };
}

function ChangeOutcome({ outcome, isAnswer }: { outcome: Outcome; isAnswer: boolean }) {
  const { t } = useTranslation('account');
  const { to, label } = useOutcomeLink(outcome);
  return (
    <OutcomeFrame tone={TONES[outcome]} title={t(`change_${outcome}_title`)} text={t(`change_${outcome}_text`)} takesFocus={isAnswer}>
      <ButtonLink to={to} wide>
        {label}
      </ButtonLink>
    </OutcomeFrame>
  );
}

function useEmailChangeLink() {
  const { settle, token, ...link } = useMailedLink(['token', 'undo'], OUTCOMES);
  const confirm = async () => {
    await call(confirmEmailChange, { token });
    settle('changed');
    await refreshUser().catch(() => null);
  };
  const undo = async () => {
    await call(undoEmailChange, { token });
    settle('undone');
    await refreshUser().catch(() => null);
    // This page tells why the session ended, so the login must not tell it again.
    clearEndReason();
  };
  return { ...link, settle, confirm, undo };
}

export function Screen() {
  const { t } = useTranslation('account');
  const { kind, outcome, settle, confirm, undo } = useEmailChangeLink();
  const onExpired = () => settle('expired');
  const offer =
    kind === 'undo' ? (
      <OutcomeFrame tone="plain" icon="shield-check" title={t('undo_title')} text={t('undo_text')}>
        <LinkConfirmButton label={t('undo_do')} work={undo} onExpired={onExpired} onTaken={() => settle('undo_taken')} />
      </OutcomeFrame>
    ) : (
      <OutcomeFrame tone="plain" title={t('change_title')} text={t('change_text')}>
        <LinkConfirmButton label={t('change_do')} work={confirm} onExpired={onExpired} onTaken={() => settle('taken')} />
      </OutcomeFrame>
    );
  return (
    <SplitFrame portrait={ewa} quote={t('quote')}>
      {outcome || !kind ? <ChangeOutcome key={outcome} outcome={outcome ?? 'expired'} isAnswer={outcome !== null} /> : offer}
    </SplitFrame>
  );
}
