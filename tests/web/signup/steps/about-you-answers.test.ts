import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { AboutYou, aboutYouOf, changesOf, withoutSensitiveAnswers } from '../../../../web/features/signup/steps/about-you-answers.ts';
import { aUser } from '../../fixtures.ts';

const answers = (given: Partial<AboutYou> = {}): AboutYou => ({
  gender: 'male',
  birth: { day: '17', month: '2', year: '1993' },
  fields: {},
  wanted: null,
  ages: null,
  consents: false,
  ...given,
});
const preferenceOf = (given: Partial<AboutYou>) => changesOf(answers(given), 18)?.search_preference;

describe('whom the member wants to meet', () => {
  test('is not sent if nothing was chosen', () => {
    expect(changesOf(answers(), 18)).toEqual({ gender: 'male', date_of_birth: '1993-02-17' });
  });

  test.each<[string, Partial<AboutYou>, object]>([
    ['a gender alone', { wanted: 'female' }, { gender: 'female', min_age: 18, max_age: 100 }],
    ['everyone', { wanted: '' }, { gender: '', min_age: 18, max_age: 100 }],
    ['ages alone', { ages: { from: 30, to: 40 } }, { gender: '', min_age: 30, max_age: 40 }],
    ['both', { wanted: 'nonbinary', ages: { from: 55, to: 100 } }, { gender: 'nonbinary', min_age: 55, max_age: 100 }],
  ])('is sent complete for %s', (_, given, sent) => {
    expect(preferenceOf(given)).toEqual(sent);
  });

  test('alone does not finish the step', () => {
    expect(changesOf(answers({ gender: null, wanted: 'female' }), 18)).toBeNull();
  });

  test('starts with what is saved, within the ages of the site', () => {
    expect(aboutYouOf(aUser(), 18)).toMatchObject({ wanted: null, ages: null });
    const saved = aUser({ search_preference: { gender: '', min_age: 18, max_age: 40 } });
    expect(aboutYouOf(saved, 18)).toMatchObject({ wanted: '', ages: { from: 18, to: 40 } });
    expect(aboutYouOf(saved, 21).ages).toEqual({ from: 21, to: 40 });
  });
});

describe('the consent to sensitive answers', () => {
  test('goes along only if it was given', () => {
    expect(changesOf(answers(), 18)).not.toHaveProperty('sensitive_consent');
    expect(changesOf(answers({ consents: true }), 18)).toHaveProperty('sensitive_consent', SENSITIVE_CONSENT_VERSION);
  });

  test('is not given by answers of a draft from before it was asked for', () => {
    const { consents: _, ...draft } = answers();
    expect(v.parse(AboutYou, draft).consents).toBe(false);
  });

  test('without it, the sensitive answers are left out, and what takes an answer back or is not sensitive stays', () => {
    const fields = { smoking: 'no', drinking: '', education: 'master' };
    const changes = changesOf(answers({ fields, wanted: 'female', ages: { from: 30, to: 40 } }), 18) ?? {};
    expect(withoutSensitiveAnswers(changes)).toEqual({
      gender: 'male',
      date_of_birth: '1993-02-17',
      fields: { drinking: null, education: 'master' },
      search_preference: { gender: '', min_age: 30, max_age: 40 },
    });
  });
});
