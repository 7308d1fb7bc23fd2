import { useTranslation } from 'react-i18next';
import amara from '../../../../assets/portraits/site/amara.webp';
import jonas from '../../../../assets/portraits/site/jonas.webp';
import kofi from '../../../../assets/portraits/site/kofi.webp';
import type { Step } from './steps.ts';

/** The portraits that other pages show too. */
export type SharedPortraits = Readonly<Record<'account' | 'push' | 'place' | 'waiting', string>>;

/** Who looks on from the left, and what they say. */
export function useScene(step: Step, shared: SharedPortraits): { portrait: string; quote: string } {
  const { t } = useTranslation('signup');
  const waiting = { portrait: shared.waiting, quote: 'quote_waiting' } as const;
  const scenes = [
    { portrait: shared.account, quote: 'quote_account' },
    { portrait: shared.push, quote: 'quote_push' },
    { portrait: amara, quote: 'quote_photo' },
    { portrait: shared.place, quote: 'quote_place' },
    { portrait: jonas, quote: 'quote_birth' },
    { portrait: kofi, quote: 'quote_personal' },
    waiting,
    waiting,
  ] as const;
  const { portrait, quote } = scenes[step];
  return { portrait, quote: t(quote) };
}
