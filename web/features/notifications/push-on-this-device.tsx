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

/** Whether this is an iPhone, iPod or iPad. An iPad identifies itself as a Mac, but no Mac has a touch screen. */
const isApplePhone = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

type Standing = Push['state'] | 'unable' | 'home_screen';

const standingOf = ({ isCapable, state }: Push): Standing => {
  if (isCapable) return state;
  return isApplePhone() ? 'home_screen' : 'unable';
};

/** The action of the button by state; the other states have no button. */
const WORKS = { not_subscribed: turnPushOn, subscribed: turnPushOff, unknown: readPush };

const hasWork = (status: Standing): status is keyof typeof WORKS => status in WORKS;

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

/** The state of push on this device, and the button to change it, if there is one (docs/product.md, "Push on a device"). */
export function PushNote() {
  const { t } = useTranslation('notifications');
  const sentence = useErrorSentence();
  const push = usePush();
  const { run, isBusy, failure } = useAct();
  const message = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  if (!push) return <div className="push-coming skel" role="status" aria-label={t('push_asking')} />;

  const status = standingOf(push);
  const press = async (action: () => Promise<unknown>) => {
    setPressed(true);
    await run(action);
    void queryClient.invalidateQueries({ queryKey: keys.pushDevices });
    // If the button has disappeared with its state, the message gets the focus.
    requestAnimationFrame(() => document.activeElement === document.body && message.current?.focus());
  };
  return (
    <div className={status === 'subscribed' ? 'note note-good push-note' : 'note push-note'}>
      <Icon name={status === 'subscribed' ? 'circle-check' : 'bell'} />
      <div className="push-words">
        <div ref={message} tabIndex={-1} role={isPressed ? 'status' : undefined}>
          <p>
            <b>{t(`push_${status}_title`)}</b> {status !== 'home_screen' && t(`push_${status}_text`)}
          </p>
          {status === 'home_screen' && <HomeScreen />}
        </div>
        {failure !== null && (
          <p className="hint err" role="alert">
            {failure instanceof CallError ? sentence(failure) : t('push_failed')}
          </p>
        )}
        {hasWork(status) && (
          <Button tone={status === 'not_subscribed' ? 'ember' : 'quiet'} small busy={isBusy} onClick={() => void press(WORKS[status])}>
            {t(`push_${status}_button`)}
          </Button>
        )}
      </div>
    </div>
  );
}
