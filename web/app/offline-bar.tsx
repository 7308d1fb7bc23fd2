import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that there is no connection, and to a member what becomes of what they do meanwhile. */
export function OfflineBar({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div className="offline" role="status">
      {!isOnline && (
        <p className="small">
          <Icon name="wifi-off" />
          <span className="clip">{t(isMember ? 'offline.member' : 'offline.visitor')}</span>
        </p>
      )}
    </div>
  );
}
