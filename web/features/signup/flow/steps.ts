import type { User } from '#contract/account';
import type { PushState } from '../../../pwa/push/push.ts';

/** 0 account, 1 push offer, 2 photo, 3 place, 4 about you, 5 about me, 6 the letter leaves, 7 check your mail. */
export const STEPS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type Step = (typeof STEPS)[number];

/** What decides about the push offer: the browser, what was answered before, and whether the site pushes at all. */
export interface PushOffer {
  readonly isCapable: boolean;
  readonly isOffered: boolean;
  readonly state: PushState;
}

/** What a returning member has answered already. */
export interface Answered {
  readonly photo: boolean;
  readonly place: boolean;
  readonly identity: boolean;
  readonly personal: boolean;
  /** The last step that was done. */
  readonly lastStep: number;
}

export type StepEvent =
  | { readonly type: 'account.made'; readonly push: PushOffer }
  /** The mail alone tells whether there is a new account (strict address check): nobody is signed in. */
  | { readonly type: 'account.unseen' }
  | { readonly type: 'member.resumed'; readonly push: PushOffer; readonly answered: Answered }
  | { readonly type: 'step.done' }
  | { readonly type: 'step.back'; readonly push: PushOffer };

/** Step 1 is skipped when the push option is off. */
const withoutOffer = (step: Step, { isOffered }: PushOffer): Step => (step === 1 && !isOffered ? 2 : step);

const isUndecided = ({ state }: PushOffer) => state === 'not_subscribed' || state === 'unknown';

/** The first step a member of this browser can be asked. */
export const firstStep = (push: PushOffer): 1 | 2 => (push.isCapable && push.isOffered && isUndecided(push) ? 1 : 2);

function resumedStep({ photo, place, identity, personal, lastStep }: Answered, push: PushOffer): Step {
  if (lastStep >= 6) return 7;
  if (personal) return 6;
  if (identity) return 5;
  if (place) return 4;
  return photo ? 3 : firstStep(push);
}

/** Every way through the sign-up (docs/product.md, "Sign-up steps"). */
export function nextStep(step: Step, event: StepEvent): Step {
  switch (event.type) {
    case 'account.made':
      return event.push.isCapable && isUndecided(event.push) ? withoutOffer(1, event.push) : 3;
    case 'account.unseen':
      return 7;
    case 'member.resumed':
      return resumedStep(event.answered, event.push);
    case 'step.done':
      return STEPS[step + 1] ?? 7;
    case 'step.back':
      return backFrom(step, event.push);
  }
}

/** The letter leaves once: the way back from it leads to the last question. */
function backFrom(step: Step, push: PushOffer): Step {
  if (step >= 6) return 5;
  const before = STEPS[step - 1] ?? 0;
  const first = firstStep(push);
  return step > 0 && before < first ? first : before;
}

/** What a member's profile says of the questions of the sign-up. */
export function answeredBy({ profile, last_signup_step: lastStep }: User): Answered {
  return {
    photo: profile.images.length > 0,
    place: Boolean(profile.countryregion || profile.city),
    identity: Boolean(profile.gender || profile.date_of_birth),
    personal: Boolean(profile.personal?.trim()),
    lastStep: lastStep ?? 0,
  };
}
