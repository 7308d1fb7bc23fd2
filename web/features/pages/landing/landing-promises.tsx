import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';

const PROMISES: readonly { icon: IconName; key: 'plain_prices' | 'plain_reading' | 'plain_fictional' | 'plain_address' }[] = [
  { icon: 'coins', key: 'plain_prices' },
  { icon: 'book-open', key: 'plain_reading' },
  { icon: 'info', key: 'plain_fictional' },
  { icon: 'lock', key: 'plain_address' },
];

export function LandingPromises() {
  const { t } = useTranslation('landing');
  return (
    <section className="landing-promises" aria-labelledby="plain-title">
      <div className="landing-promises-inner">
        <h2 className="display display-40" id="plain-title">
          {t('plain_title')}
        </h2>
        <ul>
          {PROMISES.map(({ icon, key }) => (
            <li key={key}>
              <Icon name={icon} />
              <div>
                <b>{t(key)}</b>
                <p>{t(`${key}_text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
