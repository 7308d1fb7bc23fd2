import { describe, expect, it } from 'vitest';
import { nameFromEmail, nameProblem } from '../../../../web/features/signup/form/account-rules.ts';
import { passwordProblem } from '../../../../web/ui/forms/password-problem.ts';

describe('the name of a sign-up', () => {
  it.each([
    [' joris.v@gmail.com', 'Joris'],
    ['joris', 'Joris'],
    ['marit.de-vries84@gmail.com', 'Marit'],
    ['84marit@gmail.com', 'Marit'],
    ['MARIT_JANSEN@GMAIL.COM', 'Marit'],
    ['McKay@gmail.com', 'McKay'],
    ['j.devries@gmail.com', 'Devries'],
    ['j.7@gmail.com', 'J'],
    ['ewa+vonk@gmail.com', 'Ewa'],
    ['l33t@gmail.com', 'L33t'],
    ["o'brien@gmail.com", "O'brien"],
    ['łucja@gmail.com', 'Łucja'],
    ['\u{10428}mei@gmail.com', '\u{10400}mei'],
    ['王伟@gmail.com', '王伟'],
  ])('is prefilled from what stands before the @ of %j: %j', (email, name) => {
    expect(nameFromEmail(email)).toBe(name);
    expect(nameProblem(nameFromEmail(email), `${email}.other`)).toBeNull();
  });

  it.each(['', ' ', '@gmail.com', '1984@gmail.com', '._-@gmail.com', '+tag@gmail.com', '\u{1f600}@gmail.com'])(
    'is left empty where %j has no word',
    (email) => {
      expect(nameFromEmail(email)).toBe('');
    },
  );

  it('is never prefilled with more than a name may have', () => {
    expect(nameFromEmail(`${'é'.repeat(200)}@b.nl`)).toHaveLength(150);
    expect(nameFromEmail(`ß${'s'.repeat(149)}@b.nl`)).toHaveLength(150);
    expect(nameFromEmail('a1'.repeat(50_000))).toHaveLength(150);
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
