import { describe, expect, test } from 'vitest';
import { SIGNUP_STEPS } from '#contract/account-changes';
import { STEPS, type Step, stepNumber } from '../../../../web/features/signup/flow/signup-progress.ts';
import { type Answered, answeredBy, firstStep, nextStep, type PushOffer } from '../../../../web/features/signup/flow/steps.ts';
import { aProfile, aUser } from '../../fixtures.ts';

const READY: PushOffer = { isCapable: true, isOffered: true, state: 'not_subscribed' };
const OFF: PushOffer = { ...READY, isOffered: false };
const DENIED: PushOffer = { ...READY, state: 'denied' };
const SUBSCRIBED: PushOffer = { ...READY, state: 'subscribed' };
const UNABLE: PushOffer = { isCapable: false, isOffered: true, state: 'unknown' };

describe('after the account is made', () => {
  test.each<[string, PushOffer, Step]>([
    ['push is possible and not denied: the offer', READY, 'push'],
    ['nobody knows yet whether it is subscribed: the offer', { ...READY, state: 'unknown' }, 'push'],
    ['there is a subscription', SUBSCRIBED, 'place'],
    ['push is denied', DENIED, 'place'],
    ['the browser cannot push', UNABLE, 'place'],
    ['the option is off: the offer is passed over', OFF, 'photo'],
    ['the option is off and push denied', { ...DENIED, isOffered: false }, 'place'],
    ['the option is off and the browser cannot', { ...UNABLE, isOffered: false }, 'place'],
  ])('%s', (_, push, step) => {
    expect(nextStep('account', { type: 'account.made', push })).toBe(step);
  });

  test('with a strict address check an account that was not confirmed leads straight to the mail', () => {
    expect(nextStep('account', { type: 'account.unseen' })).toBe('check_mail');
  });
});

const NOTHING: Answered = { photo: false, place: false, identity: false, personal: false, lastStep: 0 };

describe('a returning member', () => {
  test.each<[string, Partial<Answered>, Step]>([
    ['starts at the offer', {}, 'push'],
    ['has a photo', { photo: true }, 'place'],
    ['has a region or city', { place: true }, 'about_you'],
    ['has a photo and a place', { photo: true, place: true }, 'about_you'],
    ['has a gender or birth date', { identity: true }, 'about_me'],
    ['has a place and a gender', { place: true, identity: true }, 'about_me'],
    ['has a text', { personal: true }, 'mail_progress'],
    ['has answered everything', { photo: true, place: true, identity: true, personal: true }, 'mail_progress'],
    ['has skipped what the last step asked', { photo: true, lastStep: 5 }, 'place'],
    ['has seen the mail leave', { lastStep: 6 }, 'check_mail'],
    ['is through', { personal: true, lastStep: 7 }, 'check_mail'],
  ])('%s', (_, traits, step) => {
    expect(nextStep('account', { type: 'member.resumed', push: READY, answered: { ...NOTHING, ...traits } })).toBe(step);
  });

  test.each([
    ['off', OFF],
    ['denied', DENIED],
    ['there already', SUBSCRIBED],
    ['impossible', UNABLE],
  ])('meets no offer when push is %s', (_, push) => {
    expect(nextStep('account', { type: 'member.resumed', push, answered: NOTHING })).toBe('photo');
  });

  test('is known by the profile', () => {
    const user = aUser({ last_signup_step: 3, profile: { ...aProfile('joris', { gender: null }), date_of_birth: null } });
    expect(answeredBy(user)).toEqual({ ...NOTHING, lastStep: 3 });
    const answeredWith = (traits: Partial<typeof user.profile>) => answeredBy({ ...user, profile: { ...user.profile, ...traits } });
    expect(answeredWith({ city: 'Utrecht' }).place).toBe(true);
    expect(answeredWith({ countryregion: 'NL-UT' }).place).toBe(true);
    expect(answeredWith({ country: 'NL' }).place).toBe(false);
    expect(answeredWith({ gender: null, date_of_birth: '1990-02-01' }).identity).toBe(true);
    expect(answeredWith({ date_of_birth: null, gender: 'male' }).identity).toBe(true);
    expect(answeredWith({ personal: ' \n' }).personal).toBe(false);
    expect(answeredWith({ personal: 'I sail' }).personal).toBe(true);
    expect(answeredWith({ prompts: [{ id: 'find_me', text: 'On the water' }] }).personal).toBe(true);
    const [image] = aProfile('x', {
      images: [
        { id: 'i', thumb_filename: '', medium_filename: '', large_filename: '', width: 1, height: 1, thumbhash: '', is_nude: false },
      ],
    }).images;
    expect(image && answeredWith({ images: [image] }).photo).toBe(true);
  });
});

test('the server has the same number of steps', () => {
  expect(STEPS).toHaveLength(SIGNUP_STEPS);
});

describe('from step to step', () => {
  test.each<[Step, Step]>([
    ['account', 'push'],
    ['push', 'photo'],
    ['photo', 'place'],
    ['place', 'about_you'],
    ['about_you', 'about_me'],
    ['about_me', 'mail_progress'],
    ['mail_progress', 'check_mail'],
    ['check_mail', 'check_mail'],
  ])('a success leads from %s to %s', (step, next) => {
    expect(nextStep(step, { type: 'step.done' })).toBe(next);
  });

  test.each<[Step, Step, Step]>([
    ['push', 'push', 'photo'],
    ['photo', 'push', 'photo'],
    ['place', 'photo', 'photo'],
    ['about_you', 'place', 'place'],
    ['about_me', 'about_you', 'about_you'],
    ['mail_progress', 'about_me', 'about_me'],
    ['check_mail', 'about_me', 'about_me'],
  ])('back from %s leads to %s, without the offer to %s', (step, before, withoutOffer) => {
    expect(nextStep(step, { type: 'step.back', push: READY })).toBe(before);
    expect(nextStep(step, { type: 'step.back', push: OFF })).toBe(withoutOffer);
    expect(nextStep(step, { type: 'step.back', push: DENIED })).toBe(withoutOffer);
  });

  test('no step leads back to the account', () => {
    for (const push of [READY, OFF, DENIED, SUBSCRIBED, UNABLE]) {
      const after = STEPS.slice(1).map((step) => nextStep(step, { type: 'step.back', push }));
      expect(Math.min(...after.map(stepNumber))).toBe(stepNumber(firstStep(push)));
    }
  });
});
