import { describe, expect, test } from 'vitest';
import { runSiteCommand } from '../../../cli/run-site-command.ts';

const site = (...words: string[]) => runSiteCommand(words, () => Promise.reject(new Error('a database was opened')));

describe('keys list', () => {
  test('names every secret of the site and how it is replaced, without a database and without a value', async () => {
    const { exitCode, stdout } = await site('keys', 'list', '--json');
    const keys = JSON.parse(stdout) as { secrets: string[]; is_required: boolean; from: string; rotate: string }[];
    expect(exitCode).toBe(0);
    expect(keys.filter(({ is_required }) => is_required).flatMap(({ secrets }) => secrets)).toEqual(['SIGNING_KEY']);
    expect(keys.flatMap(({ secrets }) => secrets)).toEqual(
      expect.arrayContaining(['PARTY_SECRET', 'VAPID_PRIVATE_KEY', 'DB_TOKEN', 'MOLLIE_API_KEY']),
    );
    expect(keys.filter(({ from, rotate }) => from === '' || rotate === '')).toEqual([]);
    expect(stdout).not.toMatch(/[\w-]{43}/);
  });
});

describe('keys make', () => {
  test.each([
    ['signing', 'SIGNING_KEY'],
    ['rooms', 'PARTY_SECRET'],
  ])('%s gives 256 random bits, another value each time', async (name, secret) => {
    const [first, second] = [await site('keys', 'make', name, '--json'), await site('keys', 'make', name, '--json')];
    expect(first.stdout).not.toBe(second.stdout);
    expect(JSON.parse(first.stdout)).toEqual({ [secret]: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await site('keys', 'make', name)).stdout).toMatch(new RegExp(`^${secret} [\\w-]{43}$`));
  });

  test('push gives the three values that the Worker wants', async () => {
    const { stdout } = await site('keys', 'make', 'push', '--subject', 'mailto:you@example.org', '--json');
    expect(JSON.parse(stdout)).toEqual({
      VAPID_PUBLIC_KEY: expect.stringMatching(/^B[\w-]{86}$/),
      VAPID_PRIVATE_KEY: expect.stringMatching(/^[\w-]{43}$/),
      VAPID_SUBJECT: 'mailto:you@example.org',
    });
  });

  test.each([[['push']], [['push', '--subject', 'you']], [['nothing']], [['toString']]])('%j is wrong usage', async (words) => {
    expect(await site('keys', 'make', ...words)).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
