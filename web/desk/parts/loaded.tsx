import type { ReactNode } from 'react';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { useTexts } from '../texts.ts';

/** What a query of one or of several pages has. */
interface LoadingQuery<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<T> {
  readonly query: LoadingQuery<T>;
  readonly children: (data: T) => ReactNode;
}

/** What a query has loaded; until then lines in its place, and after a failure the reason with a button that tries again. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const t = useTexts('session');
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (error) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  return (
    <div className="desk-loading" role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {[1, 2, 3].map((line) => (
        <span key={line} className="skeleton skeleton-line" />
      ))}
    </div>
  );
}
