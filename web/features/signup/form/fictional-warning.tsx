import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Says that some profiles are fictional, before anybody joins because of one (docs/product.md, "Fictional label"). */
export function FictionalWarning() {
  const { t } = useTranslation('signup');
  const { name } = useSettings();
  return (
    <p className="note">
      <Icon name="info" />
      <span>{t('fictional_warning', { site: name })}</span>
    </p>
  );
}
