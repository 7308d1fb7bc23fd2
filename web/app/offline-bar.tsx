import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isReached } from '../api/reach.ts';
import { useStore } from '../session/store.ts';
import { refreshUser } from '../session/user.ts';
import { Icon } from '../ui/icon.tsx';

/** How often a server that does not answer is asked again, by each page at another time. */
const ASK_MS = 15_000;

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Asks until there is an answer: at once when the network is back, while the page is looked at. */
function useAsking(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return undefined;
    const ask = () => document.visibilityState === 'visible' && void refreshUser().catch(() => undefined);
    const timer = setInterval(ask, ASK_MS * (1 + Math.random()));
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [isAsking]);
}

/** Says that there is no connection, and to a member what becomes of what they do meanwhile. */
export function OfflineBar({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isAnswered = useStore(isReached);
  useAsking(!isAnswered);
  const who = isMember ? 'member' : 'visitor';
  return (
    <div className="offline" role="status">
      {!(isOnline && isAnswered) && (
        <p className="small">
          <Icon name="wifi-off" />
          <span className="clip">{t(isOnline ? `unreached.${who}` : `offline.${who}`)}</span>
        </p>
      )}
    </div>
  );
}
