import { undeleteUser } from '#contract/account-changes';
import nadia from '../../../../assets/portraits/site/nadia.webp';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { LinkConfirmButton } from '../../../ui/mailed-link/confirm-button.tsx';
import { OutcomeFrame } from '../../../ui/mailed-link/outcome-frame.tsx';
import { useMailedLink } from '../../../ui/mailed-link/use-mailed-link.ts';
import { useNavigateAfterLink } from '../../../ui/mailed-link/use-navigate-after-link.ts';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';

const CONSEQUENCES: readonly (readonly [icon: IconName, text: 'gone_hidden' | 'gone_letter' | 'gone_erased'])[] = [
  ['eye-off', 'gone_hidden'],
  ['mail', 'gone_letter'],
  ['trash-2', 'gone_erased'],
];

/** Shown right after a deletion. The link in the mail leads to the same page, with a token. */
function DeletedNotice() {
  const { t } = useTranslation('account');
  const list = (
    <ul className="outcome-list">
      {CONSEQUENCES.map(([icon, text]) => (
        <li key={text}>
          <Icon name={icon} />
          <span>{t(text)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <OutcomeFrame tone="plain" icon="sprout" title={t('gone_title')} text={list}>
      <ButtonLink to="/" tone="quiet" wide>
        {t('to_start')}
      </ButtonLink>
    </OutcomeFrame>
  );
}

function NothingDeleted() {
  const { t } = useTranslation('account');
  return (
    <OutcomeFrame tone="good" title={t('still_here_title')} text={t('still_here_text')}>
      <ButtonLink to="/home" wide>
        {t('to_home')}
      </ButtonLink>
    </OutcomeFrame>
  );
}

export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();
  const { token, outcome, settle, drop } = useMailedLink(['token'], ['expired']);
  const startNavigation = useNavigateAfterLink();
  const restore = async () => {
    const navigateWith = startNavigation();
    await call(undeleteUser, { token });
    await navigateWith(t('back_notice'));
    drop();
  };
  const expired = (
    <OutcomeFrame key="expired" tone="late" title={t('error_title')} text={t('back_expired')} takesFocus>
      <ButtonLink to="/login" wide>
        {t('log_in')}
      </ButtonLink>
    </OutcomeFrame>
  );
  const offer = (
    <OutcomeFrame tone="plain" icon="sprout" title={t('back_title')} text={t('back_text')}>
      <LinkConfirmButton label={t('back_do')} work={restore} onExpired={() => settle('expired')} />
    </OutcomeFrame>
  );
  return (
    <SplitFrame portrait={nadia} quote={t('quote_leaving')}>
      {outcome ? expired : token ? offer : user ? <NothingDeleted /> : <DeletedNotice />}
    </SplitFrame>
  );
}
