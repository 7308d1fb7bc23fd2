import { describe, expect, test } from 'vitest';
import {
  type Answered,
  answeredBy,
  firstStep,
  nextStep,
  type PushOffer,
  STEPS,
  type Step,
} from '../../../../web/features/signup/flow/steps.ts';
import { aProfile, aUser } from '../../fixtures.ts';

const READY: PushOffer = { isCapable: true, isOffered: true, state: 'not_subscribed' };
const OFF: PushOffer = { ...READY, isOffered: false };
const DENIED: PushOffer = { ...READY, state: 'denied' };
const SUBSCRIBED: PushOffer = { ...READY, state: 'subscribed' };
const UNABLE: PushOffer = { isCapable: false, isOffered: true, state: 'unknown' };

describe('after the account is made', () => {
  test.each<[string, PushOffer, Step]>([
    ['push is possible and not denied: the offer', READY, 1],
    ['nobody knows yet whether it is subscribed: the offer', { ...READY, state: 'unknown' }, 1],
    ['there is a subscription', SUBSCRIBED, 3],
    ['push is denied', DENIED, 3],
    ['the browser cannot push', UNABLE, 3],
    ['the option is off: the offer is passed over', OFF, 2],
    ['the option is off and push denied', { ...DENIED, isOffered: false }, 3],
    ['the option is off and the browser cannot', { ...UNABLE, isOffered: false }, 3],
  ])('%s', (_, push, step) => {
    expect(nextStep(0, { type: 'account.made', push })).toBe(step);
  });

  test('with a strict address check only the mail knows: straight to the mail', () => {
    expect(nextStep(0, { type: 'account.unseen' })).toBe(7);
  });
});

const NOTHING: Answered = { photo: false, place: false, identity: false, personal: false, lastStep: 0 };

describe('a returning member', () => {
  test.each<[string, Partial<Answered>, Step]>([
    ['starts at the offer', {}, 1],
    ['has a photo', { photo: true }, 3],
    ['has a region or city', { place: true }, 4],
    ['has a photo and a place', { photo: true, place: true }, 4],
    ['has a gender or birth date', { identity: true }, 5],
    ['has a place and a gender', { place: true, identity: true }, 5],
    ['has a text', { personal: true }, 6],
    ['has answered everything', { photo: true, place: true, identity: true, personal: true }, 6],
    ['has skipped what the last step asked', { photo: true, lastStep: 5 }, 3],
    ['has seen the letter leave', { lastStep: 6 }, 7],
    ['is through', { personal: true, lastStep: 7 }, 7],
  ])('%s', (_, traits, step) => {
    expect(nextStep(0, { type: 'member.resumed', push: READY, answered: { ...NOTHING, ...traits } })).toBe(step);
  });

  test.each([
    ['off', OFF],
    ['denied', DENIED],
    ['there already', SUBSCRIBED],
    ['impossible', UNABLE],
  ])('meets no offer when push is %s', (_, push) => {
    expect(nextStep(0, { type: 'member.resumed', push, answered: NOTHING })).toBe(2);
  });

  test('is known by the profile', () => {
    const user = aUser({ last_signup_step: 3, profile: { ...aProfile('joris', { gender: null }), date_of_birth: null } });
    expect(answeredBy(user)).toEqual({ ...NOTHING, lastStep: 3 });
    const said = (traits: Partial<typeof user.profile>) => answeredBy({ ...user, profile: { ...user.profile, ...traits } });
    expect(said({ city: 'Utrecht' }).place).toBe(true);
    expect(said({ countryregion: 'NL-UT' }).place).toBe(true);
    expect(said({ country: 'NL' }).place).toBe(false);
    expect(said({ gender: null, date_of_birth: '1990-02-01' }).identity).toBe(true);
    expect(said({ date_of_birth: null, gender: 'male' }).identity).toBe(true);
    expect(said({ personal: ' \n' }).personal).toBe(false);
    expect(said({ personal: 'I sail' }).personal).toBe(true);
    const [image] = aProfile('x', {
      images: [
        { id: 'i', thumb_filename: '', medium_filename: '', large_filename: '', width: 1, height: 1, thumbhash: '', is_nude: false },
      ],
    }).images;
    expect(image && said({ images: [image] }).photo).toBe(true);
  });
});

describe('from step to step', () => {
  test.each<[Step, Step]>([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 7],
  ])('a success leads from %i to %i', (step, next) => {
    expect(nextStep(step, { type: 'step.done' })).toBe(next);
  });

  test.each<[Step, Step, Step]>([
    [1, 1, 2],
    [2, 1, 2],
    [3, 2, 2],
    [4, 3, 3],
    [5, 4, 4],
    [6, 5, 5],
    [7, 5, 5],
  ])('back from %i leads to %i, without the offer to %i', (step, before, withoutOffer) => {
    expect(nextStep(step, { type: 'step.back', push: READY })).toBe(before);
    expect(nextStep(step, { type: 'step.back', push: OFF })).toBe(withoutOffer);
    expect(nextStep(step, { type: 'step.back', push: DENIED })).toBe(withoutOffer);
  });

  test('no way leads a member back to the account', () => {
    for (const push of [READY, OFF, DENIED, SUBSCRIBED, UNABLE]) {
      const after = STEPS.slice(1).map((step) => nextStep(step, { type: 'step.back', push }));
      expect(Math.min(...after)).toBe(firstStep(push));
    }
  });
});
