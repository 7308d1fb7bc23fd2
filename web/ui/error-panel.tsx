import { useTranslation } from 'react-i18next';
import { CallError } from '../api/call.ts';
import { useErrorSentence } from '../api/error-text.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

/** Something did not load: what happened, and another try. */
export function ErrorPanel({ error, onRetry, isRetrying }: { error: unknown; onRetry?: () => unknown; isRetrying?: boolean }) {
  const { t } = useTranslation();
  const sentence = useErrorSentence();
  const isOffline = error instanceof CallError && error.code === 'offline';
  return (
    <div role="alert">
      <Empty
        icon={isOffline ? 'wifi-off' : 'triangle-alert'}
        title={t('error_panel.title')}
        text={sentence(error)}
        action={
          onRetry && (
            <Button tone="quiet" icon="refresh-cw" busy={isRetrying} onClick={() => void onRetry()}>
              {t('action.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
