import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isSecret, seal, unseal } from '#contract/signed-token';
import { readTicket, readTypingPass, roomOf, signTicket, signTypingPass } from '#room/tokens';

const SECRET = 'the-secret-of-the-rooms';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const claims = {
  id: 'ticket-1',
  room: 'my-room',
  member: 'me',
  session: 'session-1',
  origin: 'https://vonk.example',
  expires_at: NOW + 60_000,
};
const at = { room: 'my-room', origin: 'https://vonk.example' };
const pass = { id: 'pass-1', conversation: 'c', member: 'me', room: 'their-room', is_presence_shown: true, expires_at: NOW + 3600_000 };
const Anything = v.record(v.string(), v.unknown());

describe('a signed token', () => {
  it('returns its value, with any characters', async () => {
    const value = { text: 'Zoë – 東京 🦊' };
    expect(await unseal(SECRET, await seal(SECRET, value), Anything)).toEqual(value);
  });

  it.each([
    ['empty', () => ''],
    ['no signature', (token: string) => token.split('.')[0] ?? ''],
    ['another body', (token: string) => `${btoa('{"text":"b"}').replaceAll('=', '')}.${token.split('.')[1]}`],
    ['a cut signature', (token: string) => token.slice(0, -1)],
    ['trailing characters', (token: string) => `${token}A`],
    ['no base64', () => '%%%.%%%'],
  ])('is refused: %s', async (_, spoil) => {
    expect(await unseal(SECRET, spoil(await seal(SECRET, { text: 'a' })), Anything)).toBeNull();
  });

  it('is refused with another secret or another schema', async () => {
    const token = await seal(SECRET, { text: 'a' });
    expect(await unseal('another', token, Anything)).toBeNull();
    expect(await unseal(SECRET, token, v.object({ text: v.number() }))).toBeNull();
  });
});

describe('a ticket', () => {
  it('is valid for its room and origin for one minute', async () => {
    expect(await readTicket(SECRET, await signTicket(SECRET, claims), NOW, at)).toMatchObject(claims);
  });

  it.each([
    ['too old', NOW + 60_000, at],
    ['for another room', NOW, { ...at, room: 'their-room' }],
    ['for another origin', NOW, { ...at, origin: 'https://vonk.example.evil' }],
    ['for no origin', NOW, { ...at, origin: '' }],
  ])('is refused: %s', async (_, now, where) => {
    expect(await readTicket(SECRET, await signTicket(SECRET, claims), now, where)).toBeNull();
  });

  it('is not valid as a typing pass, nor the other way round', async () => {
    expect(await readTypingPass(SECRET, await signTicket(SECRET, { ...claims, ...pass }), NOW)).toBeNull();
    expect(await readTicket(SECRET, await signTypingPass(SECRET, { ...claims, ...pass, room: 'my-room' }), NOW, at)).toBeNull();
  });
});

describe('a typing pass', () => {
  it('is valid for one hour', async () => {
    const token = await signTypingPass(SECRET, pass);
    expect(await readTypingPass(SECRET, token, NOW + 3599_999)).toMatchObject(pass);
    expect(await readTypingPass(SECRET, token, NOW + 3600_000)).toBeNull();
  });
});

describe("a room's name", () => {
  it('is the same each time, 22 characters, and differs by member and secret', async () => {
    const name = await roomOf(SECRET, 'me');
    expect(name).toMatch(/^[\w-]{22}$/);
    expect(await roomOf(SECRET, 'me')).toBe(name);
    expect(await roomOf(SECRET, 'you')).not.toBe(name);
    expect(await roomOf('another', 'me')).not.toBe(name);
  });
});

describe('the shared secret', () => {
  it('differs from every other string', async () => {
    expect(await isSecret(SECRET, SECRET)).toBe(true);
    for (const given of ['', 'the-secret', `${SECRET} `]) expect(await isSecret(SECRET, given)).toBe(false);
  });
});
