import { describe, expect, it } from 'vitest';
import { nameFromEmail, nameProblem } from '../../../../web/features/signup/form/account-rules.ts';
import { passwordProblem } from '../../../../web/ui/forms/password-problem.ts';

describe('the name of a sign-up', () => {
  it('is prefilled from what stands before the @', () => {
    expect(nameFromEmail(' joris.v@gmail.com')).toBe('joris.v');
    expect(nameFromEmail('joris')).toBe('joris');
    expect(nameFromEmail('')).toBe('');
    expect(nameFromEmail(`${'é'.repeat(200)}@b.nl`)).toHaveLength(150);
  });

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['@joris', 'starts_with_at'],
    [' Joris@Gmail.com ', 'is_email'],
    ['x'.repeat(151), 'too_long'],
  ])('refuses %j', (name, problem) => {
    expect(nameProblem(name, 'joris@gmail.com')).toBe(problem);
  });

  it.each(['J', 'Joris', 'x'.repeat(150), '王', 'Jo@ris'])('takes %j', (name) => {
    expect(nameProblem(name, 'joris@gmail.com')).toBeNull();
  });
});

describe('the password of a sign-up', () => {
  it('needs eight characters', () => {
    expect(passwordProblem('')).toBe('required');
    expect(passwordProblem('1234567')).toBe('too_short');
    expect(passwordProblem('12345678')).toBeNull();
    expect(passwordProblem('x'.repeat(1001))).toBe('too_long');
  });
});
