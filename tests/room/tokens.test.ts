import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations';
import { matchesSecret, signClaims, verifyClaims } from '#contract/signed-token';
import { readTicket, readTypingPass, roomNameOf, signTicket, signTypingPass } from '#room/tokens';

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
const validPlace = { room: 'my-room', origin: 'https://vonk.example' };
const pass = { id: 'pass-1', conversation: 'c', member: 'me', room: 'their-room', is_presence_shown: true, expires_at: NOW + HOUR };
const Anything = v.record(v.string(), v.unknown());

describe('a signed token', () => {
  it('returns its value, with any characters', async () => {
    const value = { text: 'Zoë – 東京 🦊' };
    expect(await verifyClaims(SECRET, await signClaims(SECRET, value), Anything)).toEqual(value);
  });

  it.each([
    ['empty', () => ''],
    ['no signature', (token: string) => token.split('.')[0] ?? ''],
    ['another body', (token: string) => `${btoa('{"text":"b"}').replaceAll('=', '')}.${token.split('.')[1]}`],
    ['a cut signature', (token: string) => token.slice(0, -1)],
    ['trailing characters', (token: string) => `${token}A`],
    ['no base64', () => '%%%.%%%'],
  ])('is refused: %s', async (_, spoil) => {
    expect(await verifyClaims(SECRET, spoil(await signClaims(SECRET, { text: 'a' })), Anything)).toBeNull();
  });

  it('is refused with another secret or another schema', async () => {
    const token = await signClaims(SECRET, { text: 'a' });
    expect(await verifyClaims('another', token, Anything)).toBeNull();
    expect(await verifyClaims(SECRET, token, v.object({ text: v.number() }))).toBeNull();
  });
});

describe('a ticket', () => {
  it('is valid for its room and origin for one minute', async () => {
    expect(await readTicket(SECRET, await signTicket(SECRET, claims), NOW, validPlace)).toMatchObject(claims);
  });

  it.each([
    ['too old', NOW + 60_000, validPlace],
    ['for another room', NOW, { ...validPlace, room: 'their-room' }],
    ['for another origin', NOW, { ...validPlace, origin: 'https://vonk.example.evil' }],
    ['for no origin', NOW, { ...validPlace, origin: '' }],
  ])('is refused: %s', async (_, now, where) => {
    expect(await readTicket(SECRET, await signTicket(SECRET, claims), now, where)).toBeNull();
  });

  it('is not valid as a typing pass, nor the other way round', async () => {
    expect(await readTypingPass(SECRET, await signTicket(SECRET, { ...claims, ...pass }), NOW)).toBeNull();
    expect(await readTicket(SECRET, await signTypingPass(SECRET, { ...claims, ...pass, room: 'my-room' }), NOW, validPlace)).toBeNull();
  });
});

describe('a typing pass', () => {
  it('is valid for one hour', async () => {
    const token = await signTypingPass(SECRET, pass);
    expect(await readTypingPass(SECRET, token, NOW + 3599_999)).toMatchObject(pass);
    expect(await readTypingPass(SECRET, token, NOW + HOUR)).toBeNull();
  });
});

describe("a room's name", () => {
  it('is the same each time, 22 characters, and differs by member and secret', async () => {
    const name = await roomNameOf(SECRET, 'me');
    expect(name).toMatch(/^[\w-]{22}$/);
    expect(await roomNameOf(SECRET, 'me')).toBe(name);
    expect(await roomNameOf(SECRET, 'you')).not.toBe(name);
    expect(await roomNameOf('another', 'me')).not.toBe(name);
  });
});

describe('the shared secret', () => {
  it('differs from every other string', async () => {
    expect(await matchesSecret(SECRET, SECRET)).toBe(true);
    for (const given of ['', 'the-secret', `${SECRET} `]) expect(await matchesSecret(SECRET, given)).toBe(false);
  });
});
