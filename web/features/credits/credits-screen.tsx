import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { User } from '#contract/account';
import { countryName, formatNumber } from '../../i18n/format.ts';
import { safePath } from '../../session/next-path.ts';
import { useSettings } from '../../session/settings.ts';
import { useUser } from '../../session/user.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ledger } from './ledger.tsx';
import './credits.css';

const FREE = ['free_reading', 'free_answering', 'free_matches', 'free_fictional', 'free_liking'] as const;

/** Credits a message costs this member, and where; null while no country is known. */
function usePrice({ payment_country: country }: User): { credits: number; country: string } | null {
  const { message_prices: prices } = useSettings();
  const credits = country ? prices[country] : undefined;
  return country && credits !== undefined ? { credits, country } : null;
}

function Balance({ user }: { user: User }) {
  const { t } = useTranslation('credits');
  const price = usePrice(user);
  const messages = price && price.credits > 0 ? Math.floor(user.credits / price.credits) : null;
  return (
    <section className="balance" aria-label={t('balance_label')}>
      <Icon name="coins" />
      <div className="grow">
        <p className="d d40">
          {formatNumber(user.credits)} <span className="credits-unit balance-unit">{t('balance', { count: user.credits })}</span>
        </p>
        {messages !== null && <p>{messages > 0 ? t('enough_for', { count: messages }) : t('enough_none')}</p>}
        {price?.credits === 0 && <p>{t('free_here')}</p>}
      </div>
    </section>
  );
}

function Costs({ user }: { user: User }) {
  const { t } = useTranslation('credits');
  const price = usePrice(user);
  return (
    <section className="panel credits-panel">
      <h2 className="d d21">{t('costs_title')}</h2>
      {price && (
        <p className="d d40">
          {formatNumber(price.credits)} <span className="soft credits-unit">{t('costs_here', { count: price.credits })}</span>
        </p>
      )}
      <p className="soft">{price ? t('costs_where', { country: countryName(price.country) }) : t('costs_unknown')}</p>
    </section>
  );
}

function Free() {
  const { t } = useTranslation('credits');
  return (
    <section className="panel credits-panel">
      <h2 className="d d21">{t('free_title')}</h2>
      <ul className="free">
        {FREE.map((key) => (
          <li key={key}>
            <Icon name="check" size="s" />
            {t(key)}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Screen() {
  const { t } = useTranslation('credits');
  const [search] = useSearchParams();
  const user = useUser();
  const back = safePath(search.get('back'));
  if (!user) return null;
  return (
    <div className="credits">
      {back && (
        <Link className="link credits-back" to={back}>
          <Icon name="arrow-left" size="s" />
          {t('back')}
        </Link>
      )}
      <header className="head">
        <h1 className="d d28">{t('title')}</h1>
      </header>
      <Balance user={user} />
      <div className="credits-panels">
        <Costs user={user} />
        <Free />
      </div>
      <div className="note credits-soon">
        <Icon name="clock" />
        <div>
          <b>{t('soon_title')}</b>
          <p>{t('soon_text')}</p>
        </div>
      </div>
      <Ledger user={user} />
    </div>
  );
}
