import { useSyncExternalStore } from 'react';
import { isServerReachable } from '../../api/reachability.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useStore } from '../../platform/store.ts';
import { Icon } from '../../ui/icon.tsx';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that there is no connection. Members also read that likes and messages wait, and see it also if only the server does not answer. */
export function OfflineBar({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const isServerUnreachable = !useStore(isServerReachable) && isMember;
  const text = isMember ? 'offline.member' : 'offline.visitor';
  return (
    <div className="offline-bar" role="status">
      {(!isOnline || isServerUnreachable) && (
        <p className="small">
          <Icon name="wifi-off" />
          <span>{t(isOnline ? 'offline.unreached' : text)}</span>
        </p>
      )}
    </div>
  );
}
