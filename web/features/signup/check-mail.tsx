import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getActivation, type User } from '#contract/account';
import { call } from '../../api/call.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Delivery, LAST_TICK, watchDelivery } from './watch-delivery.ts';
import './check-mail.css';

const askDelivered = async () => (await call(getActivation, {})).delivered;

type Stage = 'done' | 'now' | 'next';

function useStages(delivery: Delivery, isConfirmed: boolean) {
  const { t } = useTranslation('signup');
  const hasLeft = delivery.state === 'delivered' || isConfirmed;
  const stages: { text: string; stage: Stage }[] = [
    { text: t('stage_account'), stage: 'done' },
    hasLeft
      ? { text: t('stage_delivered'), stage: 'done' }
      : { text: t(delivery.state === 'late' ? 'stage_late' : 'stage_sending'), stage: 'now' },
    isConfirmed ? { text: t('stage_opened'), stage: 'done' } : { text: t('stage_open'), stage: hasLeft ? 'now' : 'next' },
  ];
  return stages;
}

/** How far round the ring is, in hundredths. */
function roundOf(delivery: Delivery, isConfirmed: boolean): number {
  if (isConfirmed) return 100;
  if (delivery.state === 'sending') return 15 + (delivery.tick / LAST_TICK) * 50;
  return delivery.state === 'delivered' ? 80 : 65;
}

function Ring({ user, round }: { user: User; round: number }) {
  return (
    <div className="ring" aria-hidden="true">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r="54" />
        <circle className="v" cx="60" cy="60" r="54" pathLength="100" strokeDasharray={`${round} 100`} />
      </svg>
      <Avatar image={user.profile.main_image} name={user.profile.name} size={96} />
    </div>
  );
}

function StageMark({ stage, isSending }: { stage: Stage; isSending: boolean }) {
  if (stage === 'done') return <Icon name="circle-check" />;
  return stage === 'now' && isSending ? <span className="spin" /> : <Icon name="mail" />;
}

interface CheckMailProps {
  user: User;
  /** Where the button leads. */
  next: string;
  resend: ReactNode;
}

/** The letter is on its way: nothing to do but wait a moment, look around, or ask for it again. */
export function CheckMail({ user, next, resend }: CheckMailProps) {
  const { t } = useTranslation('signup');
  const [delivery, setDelivery] = useState<Delivery>({ state: 'sending', tick: 0 });
  const isConfirmed = user.activated;
  useEffect(() => (isConfirmed ? undefined : watchDelivery(askDelivered, setDelivery)), [isConfirmed]);

  const words = isConfirmed ? 'confirmed' : delivery.state === 'delivered' ? 'delivered' : 'waiting';
  return (
    <>
      <Ring user={user} round={roundOf(delivery, isConfirmed)} />
      <div className="check-words" role="status">
        <h1 className="d d40">{t(`${words}_title`, { name: user.profile.name })}</h1>
        <p className="soft">
          {t(`${words}_text`)} <b className="check-address">{user.email}</b>
        </p>
      </div>
      <ol className="stages">
        {useStages(delivery, isConfirmed).map(({ text, stage }) => (
          <li key={text} className={stage}>
            <StageMark stage={stage} isSending={delivery.state === 'sending'} />
            {text}
          </li>
        ))}
      </ol>
      <div className="split-foot">
        <ButtonLink to={next} wide>
          {t(next === '/members' ? 'go_members' : 'go_on')}
        </ButtonLink>
        {!isConfirmed && resend}
        {!isConfirmed && <p className="hint split-aside">{t(delivery.state === 'sending' ? 'waiting_hint' : 'spam_hint')}</p>}
      </div>
    </>
  );
}
