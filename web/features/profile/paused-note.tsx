import { errorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { setMemberSetting } from '../../session/member-settings.ts';
import { useUser } from '../../session/user.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import './paused-note.css';

/** Says that no search finds the member, and offers to end the pause, or leads to the decision by which it holds. */
export function PausedNote() {
  const { t } = useTranslation('cards');
  const isDecided = useUser()?.paused_by_decision === true;
  const endPause = () =>
    setMemberSetting('paused', false).catch((error: unknown) =>
      showToast({ tone: 'danger', title: t('paused_failed'), text: errorSentence(error) }),
    );
  return (
    <section className="note paused-note" aria-label={t('paused')}>
      <Icon name="eye-off" />
      <div className="flex-grow">
        <b>{t('paused')}</b> <span>{t(isDecided ? 'paused_by_decision_text' : 'paused_text')}</span>
      </div>
      {isDecided ? (
        <ButtonLink tone="quiet" small to="/pages/decisions">
          {t('paused_by_decision_read')}
        </ButtonLink>
      ) : (
        <Button tone="quiet" small onClick={() => void endPause()}>
          {t('paused_off')}
        </Button>
      )}
    </section>
  );
}
