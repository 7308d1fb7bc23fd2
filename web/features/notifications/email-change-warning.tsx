import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** A warning after a change of the e-mail address was undone: whoever requested the change may know the password. */
export function EmailChangeWarning() {
  const { t } = useTranslation('notifications');
  return (
    <section id="email-change-incorrect" className="panel email-change-warning" aria-labelledby="incorrect-change-title">
      <Icon name="shield-check" />
      <div className="email-change-warning-body">
        <h2 className="display display-21" id="incorrect-change-title">
          {t('incorrect_title')}
        </h2>
        <p className="muted">{t('incorrect_text')}</p>
        <div className="row">
          <ButtonLink small to="/profile/settings#password">
            {t('incorrect_password')}
          </ButtonLink>
          <ButtonLink tone="quiet" small to="/profile/settings#devices">
            {t('incorrect_devices')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
