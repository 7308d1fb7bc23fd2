import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';

/** The title of a page of the shop, with a link back above it and one sentence below. */
export function ShopPageHead({ title, back, children }: { title: ReactNode; back?: string | null | undefined; children?: ReactNode }) {
  const { t } = useTranslation('credits');
  return (
    <>
      {back && (
        <Link className="link credits-back" to={back}>
          <Icon name="arrow-left" size="s" />
          {t('back')}
        </Link>
      )}
      <header className="page-head">
        <div>
          <h1 className="display display-28">{title}</h1>
          {children && <p className="muted">{children}</p>}
        </div>
      </header>
    </>
  );
}
