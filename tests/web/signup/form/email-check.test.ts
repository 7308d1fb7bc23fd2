import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmailChecker, DEBOUNCE_MS, tokenFor } from '../../../../web/features/signup/form/email-check.ts';

type Status = 'new' | 'active';
const answer = (email: string, status: Status = 'new') => ({
  email,
  request_email: email,
  status,
  token: status === 'new' ? `for ${email}` : null,
});

/** A server whose answers the test gives by hand, in any order. */
function slowServer() {
  const questions: { email: string; reply: (status?: Status) => void; fail: () => void }[] = [];
  const ask = (email: string) =>
    new Promise<ReturnType<typeof answer>>((resolve, reject) => {
      questions.push({ email, reply: (status) => resolve(answer(email, status)), fail: () => reject(new Error('away')) });
    });
  return { ask, questions };
}

describe('the address check of the sign-up form', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once, half a second after the last key', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    for (const typed of ['a@b.n', 'a@b.nl', 'ab@b.nl']) {
      checker.type(typed);
      await vi.advanceTimersByTimeAsync(DEBOUNCE_MS - 1);
    }
    expect(questions).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(questions.map(({ email }) => email)).toEqual(['ab@b.nl']);
  });

  it('has the status and the token of the answer', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    checker.type(' eva@vonk.nl ');
    expect(checker.getSnapshot()).toEqual({ state: 'waiting' });
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    questions[0]?.reply();
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.getSnapshot()).toEqual({ state: 'answered', email: 'eva@vonk.nl', status: 'new', token: 'for eva@vonk.nl' });
  });

  it('drops an answer about an address that was typed before', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    checker.type('first@vonk.nl');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    checker.type('second@vonk.nl');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    questions[1]?.reply('new');
    questions[0]?.reply('active');
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.getSnapshot()).toMatchObject({ status: 'new', token: 'for second@vonk.nl' });
  });

  it('drops an answer whose request_email differs from the field', async () => {
    const checker = createEmailChecker(() => Promise.resolve(answer('someone@else.nl')));
    checker.type('eva@vonk.nl');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(checker.getSnapshot()).toEqual({ state: 'waiting' });
  });

  it('drops the answer as soon as another key is pressed', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    checker.type('eva@vonk.nl');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    questions[0]?.reply();
    await vi.advanceTimersByTimeAsync(0);
    checker.type('eva@vonk.n');
    expect(checker.getSnapshot()).toEqual({ state: 'waiting' });
    checker.type('');
    expect(checker.getSnapshot()).toEqual({ state: 'empty' });
  });

  it('gives a token only for the address that was checked, and none while the field is empty', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    const token = (email: string) => tokenFor(email, checker.getSnapshot());
    checker.type('eva@vonk.nl');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(token('eva@vonk.nl')).toBe(null);
    questions[0]?.reply();
    await vi.advanceTimersByTimeAsync(0);
    expect([token(' eva@vonk.nl '), token(''), token('noor@vonk.nl')]).toEqual(['for eva@vonk.nl', null, null]);
    checker.stop();
    expect(checker.getSnapshot()).toEqual({ state: 'empty' });
  });

  it('calls what is plainly no address invalid without asking', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    checker.type('eva@');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(checker.getSnapshot()).toEqual({ state: 'answered', email: 'eva@', status: 'invalid', token: null });
    expect(questions).toHaveLength(0);
  });

  it('says when the check failed, and asks again when told to', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    checker.type('eva@vonk.nl');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    questions[0]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(checker.getSnapshot()).toMatchObject({ state: 'failed' });
    const again = checker.askNow();
    questions[1]?.reply();
    expect(await again).toMatchObject({ state: 'answered', status: 'new' });
  });

  it('asks at once, and only once, when the field is left', async () => {
    const { ask, questions } = slowServer();
    const checker = createEmailChecker(ask);
    checker.type('eva@vonk.nl');
    checker.flush();
    checker.flush();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS * 2);
    expect(questions).toHaveLength(1);
  });

  it('tells its listeners until they leave', () => {
    const checker = createEmailChecker(slowServer().ask);
    const seen = vi.fn();
    const leave = checker.subscribe(seen);
    checker.type('e');
    leave();
    checker.type('');
    expect(seen).toHaveBeenCalledTimes(1);
  });
});
