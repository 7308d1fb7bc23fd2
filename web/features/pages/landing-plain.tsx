import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';

const STEPS = ['step_look', 'step_like', 'step_write'] as const;
const PROMISES: readonly { icon: IconName; key: 'plain_prices' | 'plain_reading' | 'plain_fictional' | 'plain_address' }[] = [
  { icon: 'coins', key: 'plain_prices' },
  { icon: 'book-open', key: 'plain_reading' },
  { icon: 'info', key: 'plain_fictional' },
  { icon: 'lock', key: 'plain_address' },
];

export function HowItWorks() {
  const { t } = useTranslation('landing');
  return (
    <section className="how" id="how" aria-labelledby="how-title">
      <h2 className="d d40" id="how-title">
        {t('steps_title')}
      </h2>
      <ol>
        {STEPS.map((step, i) => (
          <li key={step}>
            <span className="d d28 num" aria-hidden="true">
              {i + 1}
            </span>
            <h3 className="d d21">{t(step)}</h3>
            <p className="soft">{t(`${step}_text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function PlainPromises() {
  const { t } = useTranslation('landing');
  return (
    <section className="trust" aria-labelledby="plain-title">
      <div className="trust-in">
        <h2 className="d d40" id="plain-title">
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
