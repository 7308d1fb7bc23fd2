import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { enterRoom, randomId, roomsFixture } from '../rooms-fixture.ts';

const rooms = roomsFixture();

const twoMembers = async () => ({ me: await rooms.memberWithRoom(), other: await rooms.memberWithRoom(), conversation: randomId() });
const frameText = (frame: object) => JSON.stringify(frame);

describe('typing', () => {
  it("reaches the other's devices and nobody else's", async () => {
    const { me, other, conversation } = await twoMembers();
    const [mine, theirs, theirSecond] = await Promise.all([
      enterRoom(rooms, me.room, { member: me.member }),
      enterRoom(rooms, other.room, { member: other.member }),
      enterRoom(rooms, other.room, { member: other.member }),
    ]);
    mine.send(frameText({ type: 'typing', typing_pass: await rooms.pass({ conversation, member: me.member, room: other.room }) }));
    for (const socket of [theirs, theirSecond]) expect(await socket.untilFrames(1)).toEqual([{ type: 'typing', conversation }]);
    expect(mine.frames()).toEqual([]);
    for (const socket of [mine, theirs, theirSecond]) socket.close();
  });

  it('is not passed on with a forged, expired, foreign or revoked pass, and the socket stays', async () => {
    const { me, other, conversation } = await twoMembers();
    const mine = await enterRoom(rooms, me.room, { member: me.member });
    const theirs = await enterRoom(rooms, other.room, { member: other.member });
    const claims = { conversation, member: me.member, room: other.room };
    const good = await rooms.pass(claims);
    const passes = [
      `x${good}`,
      '',
      await rooms.pass({ ...claims, expires_at: Date.now() - 1 }),
      await rooms.pass({ ...claims, member: other.member }),
    ];
    for (const typing_pass of passes) mine.send(frameText({ type: 'typing', typing_pass }));
    await rooms.post(me.room, { kind: 'pass.revoked', conversation });
    mine.send(frameText({ type: 'typing', typing_pass: good }));
    const fresh = randomId();
    mine.send(frameText({ type: 'typing', typing_pass: await rooms.pass({ ...claims, conversation: fresh }) }));
    expect(await theirs.untilFrames(1)).toEqual([{ type: 'typing', conversation: fresh }]);
    mine.close();
    theirs.close();
  });
});

describe('presence in an open thread', () => {
  it('is sent at once and after the first socket, and after the last one only with a delay', async () => {
    const { me, other, conversation } = await twoMembers();
    const earlier = await enterRoom(rooms, other.room, { member: other.member });
    earlier.close();
    await rooms.post(other.room, { kind: 'hidden' });
    await rooms.untilAnswer(other.room, ({ is_online }) => !is_online);
    const mine = await enterRoom(rooms, me.room, { member: me.member });
    const typing_pass = await rooms.pass({ conversation, member: me.member, room: other.room });
    mine.send(frameText({ type: 'viewing', conversation, typing_pass }));
    const online = (is_online: boolean) => ({ type: 'presence.changed', profile: other.member, is_online });
    expect(await mine.untilFrames(1)).toEqual([online(false)]);
    const theirs = await enterRoom(rooms, other.room, { member: other.member });
    expect(await mine.untilFrames(2)).toEqual([online(false), online(true)]);
    expect(await rooms.untilAnswer(me.room, ({ viewing }) => viewing.length === 1)).toMatchObject({ viewing: [conversation] });
    theirs.close();
    expect(await rooms.untilAnswer(other.room, ({ sockets }) => sockets === 0)).toMatchObject({ sockets: 0, is_online: true });
    await pause(300);
    expect(mine.frames()).toHaveLength(2);
    await rooms.post(other.room, { kind: 'pass.revoked', conversation });
    expect((await mine.untilFrames(3)).at(-1)).toEqual(online(false));
    mine.close();
  });

  it('is not sent if the member hides it', async () => {
    const { me, other, conversation } = await twoMembers();
    const mine = await enterRoom(rooms, me.room, { member: me.member });
    const theirs = await enterRoom(rooms, other.room, { member: other.member });
    const typing_pass = await rooms.pass({ conversation, member: me.member, room: other.room, is_presence_shown: false });
    mine.send(frameText({ type: 'viewing', conversation, typing_pass }));
    expect(await rooms.untilAnswer(me.room, ({ viewing }) => viewing.length === 1)).toMatchObject({ viewing: [conversation] });
    await pause(200);
    expect(mine.frames()).toEqual([]);
    mine.close();
    theirs.close();
  });
});
