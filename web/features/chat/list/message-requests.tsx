import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';

/** The fold with the message requests (docs/product.md, "Message requests"). `count`: their number; `children`: their list. */
export function MessageRequests({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation('chat');
  return (
    <details className="message-requests">
      <summary>
        <Icon name="chevron-right" size="s" />
        {t('aside', { count })}
      </summary>
      <p className="muted small">
        {t('aside_text')}{' '}
        <Link className="link" to="/profile/settings#hidden-words">
          {t('aside_change')}
        </Link>
      </p>
      {children}
    </details>
  );
}
