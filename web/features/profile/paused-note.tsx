import { errorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { setMemberSetting } from '../../session/member-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import './paused-note.css';

/** Says that no search finds the member, and offers to end the pause. */
export function PausedNote() {
  const { t } = useTranslation('cards');
  const endPause = () =>
    setMemberSetting('paused', false).catch((error: unknown) =>
      showToast({ tone: 'danger', title: t('paused_failed'), text: errorSentence(error) }),
    );
  return (
    <section className="note paused-note" aria-label={t('paused')}>
      <Icon name="eye-off" />
      <div className="flex-grow">
        <b>{t('paused')}</b> <span>{t('paused_text')}</span>
      </div>
      <Button tone="quiet" small onClick={() => void endPause()}>
        {t('paused_off')}
      </Button>
    </section>
  );
}
