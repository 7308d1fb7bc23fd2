import { CallError } from '../api/call.ts';
import { useErrorSentence } from '../api/error-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty.tsx';

/** Stands in place of content that could not be loaded: the reason, and a button that tries again. */
export function ErrorPanel({ error, onRetry, isRetrying }: { error: unknown; onRetry?: () => unknown; isRetrying?: boolean }) {
  const { t } = useTranslation();
  const sentence = useErrorSentence();
  const isOffline = error instanceof CallError && error.code === 'offline';
  return (
    <div role="alert">
      <EmptyState
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
