import { useEffect, useEffectEvent, useState } from 'react';
import { getActivation } from '#contract/account';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSaveUser } from '../../../session/save-user.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lastStepOf, type StepProps } from '../flow/use-step-save.ts';
import { type Delivery, LAST_TICK, watchDelivery, wordsAt } from './poll-delivery.ts';
import { LetterRing } from './progress-ring.tsx';

const askDelivered = async () => (await call(getActivation, {})).delivered;

/** How much of the ring is filled at the first and at the last tick, in percent. */
const START = 20;
const SENT = 85;
const WORDS = ['sending_first', 'sending_second', 'sending_third', 'sending_last'] as const;

/** Waits for the activation mail: fills the ring with every tick until the mail has left; then, or after the last tick, calls `onDone`. */
export function ProgressStep({ user, step, onDone }: StepProps) {
  const { t } = useTranslation('signup');
  const { save } = useSaveUser();
  const [tick, setTick] = useState(0);
  const { profile, email, activated: isConfirmed } = user;

  const update = useEffectEvent((delivery: Delivery) => {
    if (delivery.state === 'sending') return setTick(delivery.tick);
    // Saved without waiting for the answer, so that the next page comes at once.
    void save({ lastSignupStep: lastStepOf(user, step) });
    onDone();
  });
  useEffect(() => {
    if (!isConfirmed) return watchDelivery(askDelivered, (delivery) => update(delivery));
    update({ state: 'delivered' });
    return undefined;
  }, [isConfirmed]);

  return (
    <>
      <LetterRing profile={profile} round={START + (tick / LAST_TICK) * (SENT - START)} />
      <div className="letter-words">
        <h1 className="d d40">{t('waiting_title', { name: profile.name })}</h1>
        <p className="soft">
          {t('waiting_text')} <b className="letter-address">{email}</b>
        </p>
      </div>
      <ol className="stages">
        <li className="done">
          <Icon name="circle-check" />
          {t('stage_profile')}
        </li>
        {profile.main_image && (
          <li className="done">
            <Icon name="circle-check" />
            {t('stage_photo')}
          </li>
        )}
        <li className="now">
          <span className="spin" />
          <span role="status">{t(WORDS[wordsAt(tick)] ?? 'sending_last')}</span>
        </li>
        <li>
          <Icon name="mail" />
          {t('stage_open')}
        </li>
      </ol>
      <div className="split-foot">
        <p className="hint split-aside">{t('waiting_hint')}</p>
      </div>
    </>
  );
}
