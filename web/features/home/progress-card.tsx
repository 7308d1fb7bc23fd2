import { Link } from 'react-router';
import type { User } from '#contract/account';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

type Step = 'photo' | 'findable' | 'about' | 'prompt' | 'mail';

/** What makes an account complete, the most useful first, and where it is done. */
const STEPS: Record<Step, { readonly to: string; readonly icon: IconName; readonly isDone: (user: User) => boolean }> = {
  mail: { to: '/profile/settings#account', icon: 'mail', isDone: ({ activated }) => activated },
  findable: {
    to: '/profile#details',
    icon: 'compass',
    isDone: ({ profile }) => Boolean(profile.country && profile.gender && profile.date_of_birth),
  },
  photo: { to: '/profile#photos', icon: 'camera', isDone: ({ profile }) => profile.main_image !== null },
  about: { to: '/profile#about', icon: 'pencil', isDone: ({ profile }) => Boolean(profile.personal?.trim()) },
  prompt: { to: '/profile#prompts', icon: 'book-open', isDone: ({ profile }) => profile.prompts.length > 0 },
};
const ORDER: readonly Step[] = ['mail', 'findable', 'photo', 'about', 'prompt'];

const openSteps = (user: User): Step[] => ORDER.filter((step) => !STEPS[step].isDone(user));

/** Whether the member has something left to do that the card names. */
export const hasProgress = (user: User): boolean => openSteps(user).length > 0;

function OpenStep({ step }: { step: Step }) {
  const { t } = useTranslation('home');
  const { to, icon } = STEPS[step];
  return (
    <li>
      <Link className="progress-step" to={to}>
        <Icon name={icon} />
        <span className="flex-grow">
          <b className="progress-step-title">{t(step)}</b>
          <span className="muted small">{t(`${step}_text`)}</span>
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  );
}

export interface ProgressCardProps {
  user: User;
  /** The questions of the sign-up are unfinished: the card leads back there, because they ask the same. */
  isSigningUp: boolean;
}

/** How complete the account is and what is left. */
export function ProgressCard({ user, isSigningUp }: ProgressCardProps) {
  const { t } = useTranslation('home');
  const open = openSteps(user);
  const done = ORDER.length - open.length;
  return (
    <section className="panel progress-card" aria-labelledby="progress-title">
      <div className="progress-head">
        <h2 className="home-card-title" id="progress-title">
          {t('progress_title')}
        </h2>
        <span className="muted small">{t('progress_count', { done, count: ORDER.length })}</span>
      </div>
      <div className="progress-parts" aria-hidden="true">
        {ORDER.map((step, i) => (
          <span key={step} className={i < done ? 'is-done' : undefined} />
        ))}
      </div>
      {isSigningUp ? (
        <>
          <p className="muted">{t('progress_sign_up')}</p>
          <ButtonLink to="/complete-signup" tone="soft">
            {t('progress_sign_up_do')}
          </ButtonLink>
        </>
      ) : (
        <ul className="progress-steps">
          {open.map((step) => (
            <OpenStep key={step} step={step} />
          ))}
        </ul>
      )}
    </section>
  );
}
