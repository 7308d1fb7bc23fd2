import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, vi } from 'vitest';
import { eventOutbox } from '#db/schema/index';
import { roomConnections } from '../../support/product/connect-to-room.ts';
import type { RoomSocket } from '../../support/product/room-socket.ts';
import { roomsOfThisFile } from '../../support/product/rooms-of-file.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import { type Column, MET_OWNERS, type MetOwner, type Role } from './access-columns.ts';
import { accessFixture, type Person } from './access-fixture.ts';
import { shapeOf } from './answer-shape.ts';
import { describeRows } from './describe-rows.ts';
import { act } from './room-events.ts';
import { ROOM_FRAMES } from './room-frames.ts';

const fixture = accessFixture({}, roomsOfThisFile());
const { site } = fixture;
const openConnection = roomConnections(site);
const until = (isSo: () => unknown) => vi.waitUntil(isSo, { timeout: WAIT_TIMEOUT_MS, interval: 10 });

const socketsOf = new Map<MetOwner, RoomSocket>();
const callerSockets = new Map<Role, RoomSocket>();
const CALLERS_WITH_ROOM: readonly Role[] = ['member', 'unconfirmed'];

beforeAll(async () => {
  const { people } = fixture.callers.member;
  const statusOf = (status: string, { id }: Person) =>
    site.db.$client.execute({ sql: 'update members set status = ? where id = ?', args: [status, id] });
  for (const owner of MET_OWNERS) {
    const person = people[owner];
    await statusOf('active', person);
    socketsOf.set(owner, await openConnection(person));
    await statusOf(person.status, person);
  }
});

/** New sockets of the callers for each row, since a room closes those that send much. */
async function openCallerSockets(): Promise<void> {
  await fixture.storedRows.restore();
  for (const role of CALLERS_WITH_ROOM) callerSockets.set(role, await openConnection(fixture.callers[role]));
}

/** A room closes a socket that sends more than 20 frames in a second. */
const MAX_FRAMES_PER_SECOND = 15;
const sentAt = new WeakMap<RoomSocket, number[]>();

/** Sends a frame, as soon as the room allows another one. */
async function send(socket: RoomSocket, frame: string): Promise<void> {
  const times = sentAt.get(socket) ?? [];
  sentAt.set(socket, times);
  const oldest = times.at(-MAX_FRAMES_PER_SECOND) ?? 0;
  await pause(Math.max(0, oldest + 1000 - Date.now()));
  times.push(Date.now());
  socket.send(frame);
}

/** Waits until a socket has received all that its room has sent so far. */
async function settle(socket: RoomSocket): Promise<void> {
  const pongs = () => socket.texts.filter((text) => text === 'pong').length;
  const before = pongs();
  await send(socket, 'ping');
  await until(() => pongs() > before);
}

/** The typing pass that a caller gets with their conversation with a member, and whether it shows this member as online. */
async function threadOf(role: Role, owner: MetOwner): Promise<{ pass: string; isOnline: boolean }> {
  const caller = fixture.callers[role];
  const thread = await site.as(caller).get(`/api/chat.php?conversation=${caller.conversation[owner]}`);
  return { pass: String(thread.at('typing_pass') ?? ''), isOnline: thread.at('profile.is_online') === true };
}

/** Does what a row says, and waits until its frames have arrived. */
async function perform(name: string, role: Role, owner: MetOwner, mine: RoomSocket, theirs: RoomSocket): Promise<void> {
  const caller = fixture.callers[role];
  if (name !== 'types' && name !== 'looks at the thread') {
    await act(fixture, name, caller, owner);
    await until(async () => (await site.db.$count(eventOutbox)) === 0);
    return;
  }
  const { pass: typing_pass, isOnline } = await threadOf(role, owner);
  const before = theirs.frames().length;
  if (name === 'types') {
    await send(mine, JSON.stringify({ type: 'typing', typing_pass }));
    if (typing_pass) await until(() => theirs.frames().length > before);
    return;
  }
  const look = (whose: MetOwner, pass: string) =>
    send(mine, JSON.stringify({ type: 'viewing', conversation: caller.conversation[whose], typing_pass: pass }));
  const shown = (whose: MetOwner) => mine.frames().filter(({ profile }) => profile === caller.member[whose]).length;
  const shownBefore = shown(owner);
  await look(owner, typing_pass);
  if (typing_pass && isOnline) return void (await until(() => shown(owner) > shownBefore));
  // That of a second member, who shows it, comes after what the first would have shown.
  const secondBefore = shown('paused');
  await look('paused', (await threadOf(role, 'paused')).pass);
  await until(() => shown('paused') > secondBefore);
}

const frameText = ({ type, ...fields }: Readonly<Record<string, unknown>>) => `${type}{${shapeOf(fields)}}`;

async function framesOf(name: string, role: Role, column: Column): Promise<string> {
  const owner = column as MetOwner;
  const caller = fixture.callers[role];
  const [mine, theirs] = [callerSockets.get(role), socketsOf.get(owner)];
  if (!mine || !theirs) {
    await act(fixture, 'sends a message', caller, owner);
    return (await site.db.$count(eventOutbox)) === 0 ? 'nothing' : 'an event';
  }
  const sockets = new Map<string, RoomSocket>([['me', mine], ...socketsOf]);
  const before = new Map([...sockets].map(([who, socket]) => [who, socket.frames().length]));
  await perform(name, role, owner, mine, theirs);
  const texts: string[] = [];
  await Promise.all([...sockets.values()].map(settle));
  for (const [who, socket] of sockets) {
    const isAboutOthers = (frame: Readonly<Record<string, unknown>>) =>
      frame.type === 'presence.changed' && frame.profile !== caller.member[owner];
    const frames = socket
      .frames()
      .slice(before.get(who))
      .filter((frame) => !isAboutOthers(frame));
    if (frames.length > 0) texts.push(`${who === owner ? 'them' : who} ${frames.map(frameText).join(' + ')}`);
  }
  return texts.join(' | ') || 'nothing';
}

describeRows(ROOM_FRAMES, framesOf, openCallerSockets);
