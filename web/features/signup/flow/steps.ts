import type { User } from '#contract/account';
import type { PushState } from '../../../pwa/push/push.ts';
import { STEPS, type Step, stepNumber } from './signup-progress.ts';

/** What decides about the push offer: whether the browser can push, whether the site has keys for push, and what was answered before. */
export interface PushOffer {
  readonly isCapable: boolean;
  readonly isOffered: boolean;
  readonly state: PushState;
}

/** Which questions a returning member has answered already. */
export interface Answered {
  readonly photo: boolean;
  readonly place: boolean;
  readonly identity: boolean;
  readonly personal: boolean;
  /** The number of the last finished step; 0 if none was stored. */
  readonly lastStep: number;
}

export type StepEvent =
  | { readonly type: 'account.made'; readonly push: PushOffer }
  /** Nobody is signed in; only the mail says whether there is a new account (strict address check). */
  | { readonly type: 'account.unseen' }
  | { readonly type: 'member.resumed'; readonly push: PushOffer; readonly answered: Answered }
  | { readonly type: 'step.done' }
  | { readonly type: 'step.back'; readonly push: PushOffer };

const isUndecided = ({ state }: PushOffer) => state === 'not_subscribed' || state === 'unknown';

/** The first step after the account: the offer of push if this browser can be offered it, else the photo. */
export const firstStep = (push: PushOffer): 'push' | 'photo' => (push.isCapable && push.isOffered && isUndecided(push) ? 'push' : 'photo');

/** After the account. Where push was decided about or is impossible, even the photo is left for later: it is one step back. */
const stepAfterAccount = (push: PushOffer): Step => (push.isCapable && isUndecided(push) ? firstStep(push) : 'place');

function resumedStep({ photo, place, identity, personal, lastStep }: Answered, push: PushOffer): Step {
  if (lastStep >= stepNumber('mail_progress')) return 'check_mail';
  if (personal) return 'mail_progress';
  if (identity) return 'about_me';
  if (place) return 'about_you';
  return photo ? 'place' : firstStep(push);
}

/** The step that follows an event; all paths through the sign-up are here (docs/product.md, "Sign-up steps"). */
export function nextStep(step: Step, event: StepEvent): Step {
  switch (event.type) {
    case 'account.made':
      return stepAfterAccount(event.push);
    case 'account.unseen':
      return 'check_mail';
    case 'member.resumed':
      return resumedStep(event.answered, event.push);
    case 'step.done':
      return STEPS[stepNumber(step) + 1] ?? 'check_mail';
    case 'step.back':
      return previousStep(step, event.push);
  }
}

/**
 * The step that back leads to. From both steps of the activation mail it is the last question, because the mail is sent only once. Nothing
 * leads back to the account, which exists by then.
 */
function previousStep(step: Step, push: PushOffer): Step {
  if (step === 'account') return 'account';
  if (step === 'mail_progress' || step === 'check_mail') return 'about_me';
  const first = firstStep(push);
  const previous = STEPS[stepNumber(step) - 1] ?? first;
  return stepNumber(previous) < stepNumber(first) ? first : previous;
}

/** Which questions of the sign-up a member's profile answers. */
export function answeredBy({ profile, last_signup_step: lastStep }: User): Answered {
  return {
    photo: profile.images.length > 0,
    place: Boolean(profile.countryregion || profile.city),
    identity: Boolean(profile.gender || profile.date_of_birth),
    personal: Boolean(profile.personal?.trim()) || profile.prompts.length > 0,
    lastStep: lastStep ?? 0,
  };
}
