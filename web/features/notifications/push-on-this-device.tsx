import { useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type PushStatus, readPush, turnPushOff, turnPushOn, usePush } from '../../pwa/push/push.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Whether this is an iPhone, iPod or iPad. An iPad identifies itself as a Mac, but no Mac has a touch screen. */
const isAppleTouchDevice = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

type DevicePushStatus = PushStatus['state'] | 'unable' | 'home_screen';

const pushStatusOf = ({ isCapable, state }: PushStatus): DevicePushStatus => {
  if (isCapable) return state;
  return isAppleTouchDevice() ? 'home_screen' : 'unable';
};

/** The action of the button by state; the other states have no button. */
const BUTTON_ACTIONS = { not_subscribed: turnPushOn, subscribed: turnPushOff, unknown: readPush };

const hasButtonAction = (status: DevicePushStatus): status is keyof typeof BUTTON_ACTIONS => status in BUTTON_ACTIONS;

function HomeScreenSteps() {
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
export function PushOnThisDevice() {
  const { t } = useTranslation('notifications');
  const sentence = useErrorSentence();
  const push = usePush();
  const { run, isBusy, failure } = useAction();
  const message = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  if (!push) return <div className="push-note-skeleton skeleton" role="status" aria-label={t('push_asking')} />;

  const status = pushStatusOf(push);
  const press = async (action: () => Promise<unknown>) => {
    setPressed(true);
    await run(action);
    void queryClient.invalidateQueries({ queryKey: queryKeys.pushDevices });
    // If the button has disappeared with its state, the message gets the focus.
    requestAnimationFrame(() => document.activeElement === document.body && message.current?.focus());
  };
  return (
    <div className={status === 'subscribed' ? 'note note-success push-note' : 'note push-note'}>
      <Icon name={status === 'subscribed' ? 'circle-check' : 'bell'} />
      <div className="push-note-body">
        <div ref={message} tabIndex={-1} role={isPressed ? 'status' : undefined}>
          <p>
            <b>{t(`push_${status}_title`)}</b> {status !== 'home_screen' && t(`push_${status}_text`)}
          </p>
          {status === 'home_screen' && <HomeScreenSteps />}
        </div>
        {failure !== null && (
          <p className="hint error" role="alert">
            {failure instanceof CallError ? sentence(failure) : t('push_failed')}
          </p>
        )}
        {hasButtonAction(status) && (
          <Button
            tone={status === 'not_subscribed' ? 'ember' : 'quiet'}
            small
            busy={isBusy}
            onClick={() => void press(BUTTON_ACTIONS[status])}
          >
            {t(`push_${status}_button`)}
          </Button>
        )}
      </div>
    </div>
  );
}
