import { useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { useAct } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Push, readPush, turnPushOff, turnPushOn } from '../../pwa/push/push.ts';
import { usePush } from '../../pwa/push/use-push.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** An iPad says it is a Mac, but no Mac has a screen to touch. */
const isApplePhone = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

type Standing = Push['state'] | 'unable' | 'home_screen';

const standingOf = ({ isCapable, state }: Push): Standing => {
  if (isCapable) return state;
  return isApplePhone() ? 'home_screen' : 'unable';
};

/** What a button does in this state; without one there is nothing to be done on this page. */
const WORKS = { not_subscribed: turnPushOn, subscribed: turnPushOff, unknown: readPush };

const hasWork = (standing: Standing): standing is keyof typeof WORKS => standing in WORKS;

function HomeScreen() {
  const { t } = useTranslation('notifications');
  const { name } = useSettings();
  return (
    <ol className="push-steps">
      <li>{t('push_home_screen_share')}</li>
      <li>{t('push_home_screen_add')}</li>
      <li>{t('push_home_screen_open', { site: name })}</li>
    </ol>
  );
}

/** How push stands on this device, and the one thing to be done about it. */
export function PushNote() {
  const { t } = useTranslation('notifications');
  const sentence = useErrorSentence();
  const push = usePush();
  const { run, isBusy, failure } = useAct();
  const words = useRef<HTMLDivElement>(null);
  const [isTouched, setTouched] = useState(false);
  if (!push) return <div className="push-coming skel" role="status" aria-label={t('push_asking')} />;

  const standing = standingOf(push);
  const press = async (work: () => Promise<unknown>) => {
    setTouched(true);
    await run(work);
    void queryClient.invalidateQueries({ queryKey: keys.pushDevices });
    // A button that is gone with its state leaves the focus at what there is to know instead.
    requestAnimationFrame(() => document.activeElement === document.body && words.current?.focus());
  };
  return (
    <div className={standing === 'subscribed' ? 'note note-good push-note' : 'note push-note'}>
      <Icon name={standing === 'subscribed' ? 'circle-check' : 'bell'} />
      <div className="push-words">
        <div ref={words} tabIndex={-1} role={isTouched ? 'status' : undefined}>
          <p>
            <b>{t(`push_${standing}_title`)}</b> {standing !== 'home_screen' && t(`push_${standing}_text`)}
          </p>
          {standing === 'home_screen' && <HomeScreen />}
        </div>
        {failure !== null && (
          <p className="hint err" role="alert">
            {failure instanceof CallError ? sentence(failure) : t('push_failed')}
          </p>
        )}
        {hasWork(standing) && (
          <Button tone={standing === 'not_subscribed' ? 'ember' : 'quiet'} small busy={isBusy} onClick={() => void press(WORKS[standing])}>
            {t(`push_${standing}_button`)}
          </Button>
        )}
      </div>
    </div>
  );
}
