import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loginState, parsePeer } from '../bench/peer/peer-description.ts';
import { benchArguments } from '../bench/support/bench-arguments.ts';

/** Descriptions of other sites for the benches (docs/performance.md, "Measuring another site"). */
const folder = mkdtempSync(join(tmpdir(), 'vonk-peer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WHOLE = {
  name: 'Another',
  pages: {
    origin: 'http://localhost:3000',
    member: { cookie: 'sid=a=b; theme=dark' },
    cold: [
      { path: '/', control: 'nav button' },
      { path: '/people', control: '.like', is_of_member: true },
    ],
    warm: ['/people'],
    offline: { path: '/people', frame: 'nav', content: '.person' },
  },
  send: {
    request: { url: 'http://localhost:3000/send', headers: { cookie: 'sid=a' }, body: '{"text":"{id}"}' },
    socket: { url: 'ws://localhost:3000/socket', headers: { cookie: 'sid=b' } },
  },
  chat: {
    sender: { url: 'http://localhost:3000/chat/1', login: { cookie: 'sid=a' } },
    recipient: { url: 'http://localhost:3000/chat/1', login: { storage_state: 'other.json' } },
    field: 'textarea',
    message: '.text',
  },
};

const refusal = (value: unknown): string => {
  try {
    parsePeer(typeof value === 'string' ? value : JSON.stringify(value), 'peer.json');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'accepted';
};

test('a whole description is accepted, with defaults', () => {
  const peer = parsePeer(JSON.stringify(WHOLE), join(folder, 'peer.json'));
  expect(peer.pages?.cold.map((page) => page.is_of_member)).toEqual([false, true]);
  expect(peer.pages?.drawn).toBe('h1');
  expect(peer.send?.request.method).toBe('POST');
});

test('a login is the cookies of a header for the address, or the file beside the description', () => {
  const peer = parsePeer(JSON.stringify(WHOLE), join(folder, 'peer.json'));
  expect(loginState(peer, peer.pages?.member, 'https://localhost:4000')).toMatchObject({
    cookies: [
      { name: 'sid', value: 'a=b', domain: 'localhost', secure: true },
      { name: 'theme', value: 'dark', domain: 'localhost', secure: true },
    ],
  });
  expect(loginState(peer, peer.chat?.recipient.login, WHOLE.chat.recipient.url)).toBe(join(folder, 'other.json'));
  expect(loginState(peer, undefined, WHOLE.chat.sender.url)).toBeUndefined();
});

test('a wrong description is refused with the file and the wrong field', () => {
  expect(refusal('{"name":')).toMatch(/^peer\.json is no JSON: /);
  const { pages, send } = WHOLE;
  const wrong: [unknown, RegExp][] = [
    [5, /^peer\.json describes no site:\n {2}the whole: /],
    [{ ...WHOLE, name: '' }, /\n {2}name: /],
    [{ ...WHOLE, sned: send }, /\n {2}sned: /],
    [{ ...WHOLE, pages: { ...pages, origin: 'http://localhost:3000/' } }, /\n {2}pages\.origin: .*no path/],
    [{ ...WHOLE, pages: { ...pages, origin: 'ftp://localhost' } }, /\n {2}pages\.origin: .*http/],
    [{ ...WHOLE, pages: { ...pages, cold: [{ path: 'people', control: 'a' }] } }, /\n {2}pages\.cold\.0\.path: /],
    [{ ...WHOLE, pages: { ...pages, cold: [{ path: '/people' }] } }, /\n {2}pages\.cold\.0\.control: /],
    [{ ...WHOLE, pages: { ...pages, member: { password: 'x' } } }, /\n {2}pages\.member: Invalid login/],
    [{ ...WHOLE, send: { ...send, request: { ...send.request, body: 'hello' } } }, /\n {2}send\.request\.body: .*\{id\}/],
    [{ ...WHOLE, send: { ...send, socket: { url: 'http://localhost' } } }, /\n {2}send\.socket\.url: .*ws:/],
  ];
  for (const [description, message] of wrong) expect(refusal(description)).toMatch(message);
});

test('a bench takes parts and a description, and refuses what it does not know', () => {
  const file = join(folder, 'peer.json');
  writeFileSync(file, JSON.stringify(WHOLE));
  expect(benchArguments(['P7', '--peer', file], ['P6', 'P7'])).toMatchObject({ parts: ['P7'], peer: { name: 'Another' } });
  expect(benchArguments([], ['P6', 'P7'])).toEqual({ parts: ['P6', 'P7'], peer: null });
  expect(() => benchArguments(['P8'], ['P6', 'P7'])).toThrow('There is no part P8; there is P6, P7.');
  expect(() => benchArguments(['--pear', file], ['P6'])).toThrow(/--pear/);
});
