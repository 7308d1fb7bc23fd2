import { describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/account';
import { type SignUpInput, type SignUpPorts, submitAccount } from '../../../../web/features/signup/form/submit-account.ts';

const input: SignUpInput = {
  email: 'eva@vonk.nl',
  name: 'Eva',
  password: 'long enough',
  csrf: 'old csrf',
  token: 'old token',
  n: 'A'.repeat(22),
};

/** Ports whose server refuses with these fields first and then takes everything. */
function ports(...refusals: Record<string, string>[]) {
  const sent: SignUpInput[] = [];
  const answers = [...refusals];
  const signUp = vi.fn((body: SignUpInput) => {
    sent.push(body);
    const fields = answers.shift();
    return fields ? Promise.reject(fields) : Promise.resolve({ user: {} as User });
  });
  const made: SignUpPorts = {
    signUp,
    freshCsrf: () => Promise.resolve('fresh csrf'),
    freshToken: () => Promise.resolve('fresh token'),
    refusedFields: (error) => error as Record<string, string>,
  };
  return { made, sent };
}

describe('submitting the account', () => {
  it('sends it once when all is well', async () => {
    const { made, sent } = ports();
    await submitAccount(input, made);
    expect(sent).toEqual([input]);
  });

  it.each([
    [{ csrf: 'expired' }, { csrf: 'fresh csrf', token: 'old token' }],
    [{ token: 'expired' }, { csrf: 'old csrf', token: 'fresh token' }],
    [
      { csrf: 'expired', token: 'expired' },
      { csrf: 'fresh csrf', token: 'fresh token' },
    ],
  ])('repeats once after %j, with the same n', async (refusal, renewed) => {
    const { made, sent } = ports(refusal);
    await submitAccount(input, made);
    expect(sent).toEqual([input, { ...input, ...renewed }]);
  });

  it('does not repeat a second time', async () => {
    const { made, sent } = ports({ csrf: 'expired' }, { csrf: 'expired' });
    await expect(submitAccount(input, made)).rejects.toEqual({ csrf: 'expired' });
    expect(sent).toHaveLength(2);
  });

  it('passes every other refusal on', async () => {
    const { made, sent } = ports({ password: 'not_allowed' });
    await expect(submitAccount(input, made)).rejects.toEqual({ password: 'not_allowed' });
    expect(sent).toHaveLength(1);
  });

  it('passes the refusal on if the server gives no token for the address any more', async () => {
    const { made, sent } = ports({ token: 'expired' });
    await expect(submitAccount(input, { ...made, freshToken: () => Promise.resolve(null) })).rejects.toEqual({ token: 'expired' });
    expect(sent).toHaveLength(1);
  });
});
