import { useEffect, useEffectEvent, useState } from 'react';
import { getActivation } from '#contract/account-changes';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSaveUser } from '../../../session/save-user.ts';
import { Icon } from '../../../ui/icon.tsx';
import { furthestStep, type StepProps } from '../flow/use-step-save.ts';
import { type Delivery, LAST_TICK, pollDelivery, sentenceIndexAt } from './poll-delivery.ts';
import { ProgressRing } from './progress-ring.tsx';

const askDelivered = async () => (await call(getActivation, {})).delivered;

/** How much of the ring is filled at the first and at the last tick, in percent. */
const RING_START = 20;
const RING_END = 85;
const SENTENCES = ['sending_first', 'sending_second', 'sending_third', 'sending_last'] as const;

/** Waits for the activation mail: fills the ring with every tick until the mail has left; then, or after the last tick, calls `onDone`. */
export function ProgressStep({ user, step, onDone }: StepProps) {
  const { t } = useTranslation('signup');
  const { save } = useSaveUser();
  const [tick, setTick] = useState(0);
  const { profile, email, activated: isConfirmed } = user;

  const update = useEffectEvent((delivery: Delivery) => {
    if (delivery.state === 'sending') return setTick(delivery.tick);
    // Saved without waiting for the answer, so that the next page comes at once.
    void save({ lastSignupStep: furthestStep(user, step) });
    onDone();
  });
  useEffect(() => {
    if (!isConfirmed) return pollDelivery(askDelivered, (delivery) => update(delivery));
    update({ state: 'delivered' });
    return undefined;
  }, [isConfirmed]);

  return (
    <>
      <ProgressRing profile={profile} percent={RING_START + (tick / LAST_TICK) * (RING_END - RING_START)} />
      <div className="check-mail-text">
        <h1 className="display display-40">{t('waiting_title', { name: profile.name })}</h1>
        <p className="muted">
          {t('waiting_text')} <b className="check-mail-address">{email}</b>
        </p>
      </div>
      <ol className="signup-stages">
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
        <li className="current">
          <span className="spinner" />
          <span role="status">{t(SENTENCES[sentenceIndexAt(tick)] ?? 'sending_last')}</span>
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
