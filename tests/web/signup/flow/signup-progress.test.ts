import { expect, test } from 'vitest';
import { hasQuestionsLeft, isStillSigningUp } from '../../../../web/features/signup/flow/signup-progress.ts';
import { aUser } from '../../fixtures.ts';

test.each([
  ['never went through one', null, false, false],
  ['has made the account', 0, false, true],
  ['waits for the mail', 6, false, true],
  ['has left by the last page', 7, false, false],
  ['is confirmed half way', 3, true, true],
  ['is confirmed at the last page', 6, true, false],
] as const)('a member who %s', (_, lastStep, activated, isStill) => {
  expect(isStillSigningUp(aUser({ last_signup_step: lastStep, activated }))).toBe(isStill);
});

test.each([
  ['never went through a sign-up', null, false],
  ['has made the account', 0, true],
  ['has the last question before them', 4, true],
  ['has answered the last question', 5, false],
  ['waits for the mail', 6, false],
  ['has left by the last page', 7, false],
] as const)('a profile of somebody who %s', (_, lastStep, isUnfinished) => {
  expect(hasQuestionsLeft(aUser({ last_signup_step: lastStep }))).toBe(isUnfinished);
});
