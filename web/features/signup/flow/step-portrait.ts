import amara from '../../../../assets/portraits/site/amara.webp';
import jonas from '../../../../assets/portraits/site/jonas.webp';
import kofi from '../../../../assets/portraits/site/kofi.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Step } from './signup-progress.ts';

/** The portraits that other pages show too. */
export type SharedPortraits = Readonly<Record<'account' | 'push' | 'place' | 'waiting', string>>;

/** The portrait beside the form of a step, and the quote on it. */
export function useStepPortrait(step: Step, shared: SharedPortraits): { portrait: string; quote: string } {
  const { t } = useTranslation('signup');
  const waiting = { portrait: shared.waiting, quote: 'quote_waiting' } as const;
  const scenes = {
    account: { portrait: shared.account, quote: 'quote_account' },
    push: { portrait: shared.push, quote: 'quote_push' },
    photo: { portrait: amara, quote: 'quote_photo' },
    place: { portrait: shared.place, quote: 'quote_place' },
    about_you: { portrait: jonas, quote: 'quote_birth' },
    about_me: { portrait: kofi, quote: 'quote_personal' },
    mail_progress: waiting,
    check_mail: waiting,
  } as const;
  const { portrait, quote } = scenes[step];
  return { portrait, quote: t(quote) };
}
