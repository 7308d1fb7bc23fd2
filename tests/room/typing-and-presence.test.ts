import { describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations';
import { CONVERSATION, ME, NOON, roomFixture } from './room-fixture.ts';

const passOf = (claims: object = {}) => ({
  id: 'pass-1',
  conversation: CONVERSATION,
  member: ME,
  room: 'their-room',
  is_presence_shown: true,
  expires_at: NOON + HOUR,
  ...claims,
});
const typing = { type: 'typing', typing_pass: 'sealed' } as const;
const viewing = { type: 'viewing', conversation: CONVERSATION, typing_pass: 'sealed' } as const;
const watch = (is_on: boolean) =>
  ({ kind: 'watch', room: 'my-room', conversation: CONVERSATION, is_on, ...(is_on ? { until: NOON + HOUR } : {}) }) as const;
const presence = (is_online: boolean) => ({
  room: 'their-room',
  post: { kind: 'events', events: [{ type: 'presence.changed', profile: ME, is_online }] },
});
const watchedBy = (room: string, until = NOON + HOUR) => ({ kind: 'watch', room, conversation: CONVERSATION, is_on: true, until }) as const;

describe('typing', () => {
  it("is posted to the other's room with a pass, and not without", () => {
    const room = roomFixture();
    room.connect('phone');
    room.sendFrame('phone', typing);
    room.sendFrame('phone', typing, passOf());
    expect(room.posts).toEqual([
      { room: 'their-room', post: { kind: 'events', events: [{ type: 'typing', conversation: CONVERSATION }] } },
    ]);
  });

  it.each([
    ['of another member', passOf({ member: 'somebody-else-entirely' })],
    ['revoked since', passOf()],
  ])('is not posted with a pass %s', (_, pass) => {
    const room = roomFixture();
    room.connect('phone');
    room.post({ kind: 'pass.revoked', conversation: CONVERSATION });
    room.sendFrame('phone', typing, pass);
    expect(room.posts).toEqual([]);
  });

  it('is posted with a pass from after the revocation, and for other conversations', () => {
    const room = roomFixture();
    room.connect('phone');
    room.post({ kind: 'pass.revoked', conversation: CONVERSATION });
    room.sendFrame('phone', typing, passOf({ expires_at: NOON + HOUR + 1 }));
    room.sendFrame('phone', typing, passOf({ conversation: 'another-conversation-1' }));
    expect(room.posts).toHaveLength(2);
  });
});

it('the typing of another member and a resync reach every device, whatever it views', () => {
  const room = roomFixture();
  for (const id of ['phone', 'laptop']) room.connect(id);
  room.sendFrame('phone', viewing, passOf());
  room.events({ type: 'typing', conversation: CONVERSATION }, { type: 'resync' });
  expect(['phone', 'laptop'].map(room.typesOf)).toEqual([
    ['typing', 'resync'],
    ['typing', 'resync'],
  ]);
});

describe('typing signals of one member', () => {
  it('are forwarded once in two seconds a conversation, whatever the number of sockets', () => {
    const room = roomFixture();
    const devices = Array.from({ length: 10 }, (_, n) => `device-${n}`);
    for (const id of devices) room.connect(id);
    for (let n = 0; n < 57; n += 1) for (const id of devices) room.sendFrame(id, typing, passOf());
    expect(room.posts).toHaveLength(1);
    room.sendFrame('device-1', typing, passOf({ conversation: 'another-conversation-1' }));
    expect(room.posts).toHaveLength(2);
    room.skipTime(2_000);
    for (const id of devices) room.sendFrame(id, typing, passOf());
    expect(room.posts).toHaveLength(3);
  });
});

describe('an open thread', () => {
  it("watches the other's room until it is left", () => {
    const room = roomFixture();
    room.connect('phone');
    room.sendFrame('phone', viewing, passOf());
    room.sendFrame('phone', { type: 'viewing', conversation: null });
    expect(room.posts.map(({ post }) => post)).toEqual([watch(true), watch(false)]);
  });

  it('keeps watching while another device shows it, and stops with the last socket', () => {
    const room = roomFixture();
    for (const id of ['phone', 'laptop']) {
      room.connect(id);
      room.sendFrame(id, viewing, passOf());
    }
    room.drop('phone');
    expect(room.posts.map(({ post }) => post)).toEqual([watch(true), watch(true)]);
    room.drop('laptop');
    expect(room.posts.at(-1)).toEqual({ room: 'their-room', post: watch(false) });
  });

  it.each([
    ['hides presence', passOf({ is_presence_shown: false })],
    ['is for another conversation', passOf({ conversation: 'another-conversation-1' })],
    ['is missing', null],
  ])('is shown, but watches nobody, when the pass %s', (_, pass) => {
    const room = roomFixture();
    room.connect('phone');
    room.sendFrame('phone', viewing, pass);
    expect(room.posts).toEqual([]);
    expect(room.answer().viewing).toEqual([CONVERSATION]);
  });

  it('is the only place that receives presence', () => {
    const room = roomFixture();
    room.connect('phone');
    room.connect('laptop');
    room.sendFrame('phone', viewing, passOf());
    room.events({ type: 'presence.changed', profile: 'the-other-of-the-two-1', is_online: true });
    expect(room.typesOf('phone')).toEqual(['presence.changed']);
    expect(room.typesOf('laptop')).toEqual([]);
  });
});

describe('a watched member', () => {
  it('is posted as online at once and with the first socket only', () => {
    const room = roomFixture();
    room.connect('phone');
    room.drop('phone');
    room.advance(60_000);
    room.post(watchedBy('their-room'));
    expect(room.posts).toEqual([presence(false)]);
    room.connect('phone');
    room.connect('laptop');
    expect(room.posts.slice(1)).toEqual([presence(true)]);
  });

  it('is offline 60 seconds after the last socket', () => {
    const room = roomFixture();
    room.connect('phone');
    room.post(watchedBy('their-room'));
    room.drop('phone');
    room.advance(59_999);
    expect(room.posts).toEqual([presence(true)]);
    room.advance(1);
    expect(room.posts).toEqual([presence(true), presence(false)]);
    room.advance(120_000);
    expect(room.posts).toHaveLength(2);
  });

  it('who reconnects within 60 seconds stays online', () => {
    const room = roomFixture();
    room.connect('phone');
    room.post(watchedBy('their-room'));
    room.drop('phone');
    room.advance(30_000);
    room.connect('phone');
    room.advance(120_000);
    expect(room.posts).toEqual([presence(true)]);
  });

  it('is posted once to a room that watches twice, and not to one that has stopped', () => {
    const room = roomFixture();
    room.connect('phone');
    room.post(watchedBy('their-room'));
    room.post({ ...watchedBy('their-room'), conversation: 'another-conversation-1' });
    room.drop('phone');
    room.advance(60_000);
    expect(room.posts.slice(2)).toEqual([presence(false)]);
    for (const conversation of [CONVERSATION, 'another-conversation-1'])
      room.post({ ...watchedBy('their-room'), conversation, is_on: false });
    room.connect('phone');
    expect(room.posts).toHaveLength(3);
  });

  it('is offline at once for a room whose passes are revoked, and not posted there any more', () => {
    const room = roomFixture();
    room.connect('phone');
    room.post(watchedBy('their-room'));
    room.post({ kind: 'pass.revoked', conversation: CONVERSATION });
    expect(room.posts.at(-1)).toEqual(presence(false));
    room.drop('phone');
    room.advance(60_000);
    expect(room.posts).toHaveLength(2);
  });

  it.each([
    ['the passes of their conversation', { kind: 'pass.revoked', conversation: CONVERSATION }],
    ['their presence', { kind: 'presence.revoked' }],
  ] as const)('is watched with a pass from after the revocation of %s only', (_, revoked) => {
    const room = roomFixture();
    room.connect('phone');
    room.post(revoked);
    room.post(watchedBy('their-room'));
    room.advance(1);
    room.post({ kind: 'watch', room: 'their-room', conversation: CONVERSATION, is_on: true });
    expect(room.posts).toEqual([]);
    room.post(watchedBy('their-room', room.now() + HOUR));
    expect(room.posts).toEqual([presence(true)]);
  });

  it('who hides their presence is offline at once for all watching rooms, and can still type', () => {
    const room = roomFixture();
    room.connect('phone');
    room.post(watchedBy('their-room'));
    room.post({ ...watchedBy('third-room'), conversation: 'another-conversation-1' });
    room.post({ kind: 'presence.revoked' });
    expect(room.posts.slice(2)).toEqual([presence(false), { ...presence(false), room: 'third-room' }]);
    room.drop('phone');
    room.advance(60_000);
    room.connect('phone');
    expect(room.posts).toHaveLength(4);
    room.sendFrame('phone', typing, passOf());
    expect(room.posts).toHaveLength(5);
  });
});
