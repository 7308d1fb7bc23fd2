import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Message } from '#contract/chat';
import { members } from '#db/schema/index';
import { aConversation, aMatch, aMember, newId, type TestMember } from '../support/database/factories.ts';
import { checkAcknowledgedMessages, checkInvariants } from '../support/database/invariants.ts';
import { allRows } from '../support/database/table-rows.ts';
import type { ApiAnswer } from '../support/product/api-client.ts';
import type { RequestOutcome } from '../support/servers/fault-proxy.ts';
import { RUNS_ALL_FAULTS, SEED, sampleOf, seededRandom } from '../support/timing/seeded-sample.ts';
import { faultFixture } from './support/fault-fixture.ts';
import { CALLS } from './support/interruptible-calls.ts';

const acknowledgedBy = (answers: readonly (ApiAnswer | null)[]) =>
  answers.flatMap((answer) => (answer?.at('message.id') === undefined ? [] : [v.parse(Message, answer.at('message'))]));

// The two groups run side by side, each on a site of its own, as a slow database takes seconds of waiting.
describe.concurrent('a slow database', () => {
  describe(`with the seed ${SEED}`, { concurrent: false }, () => {
    const fixture = faultFixture();
    const SLOW = [
      { what: 'slow by 2 s', outcome: 'pass' as const, ms: 2_000, isAway: false },
      { what: 'slow by 10 s', outcome: 'pass' as const, ms: 10_000, isAway: true },
      { what: 'silent on an open connection', outcome: 'swallow' as const, ms: 0, isAway: true },
    ];
    test.each(sampleOf('slow', SLOW, 1))(
      '(it is $what) calls succeed late or are 503, and are executed once',
      async ({ outcome, ms, isAway }) => {
        const scenes = await Promise.all(CALLS.map(async (call) => ({ call, scene: await call.prepare(fixture) })));
        await fixture.sweep();
        fixture.setDecision('database', async () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          setTimeout(resolve, ms);
          await promise;
          return outcome;
        });
        const answers = await Promise.all(scenes.map(({ call, scene }) => call.run(fixture.as(scene.noor), scene)));
        expect(answers.map(({ status }) => status)).toEqual(isAway ? CALLS.map(() => 503) : CALLS.map(({ firstStatus }) => firstStatus));
        fixture.passAll('database');
        const again = await Promise.all(scenes.map(({ call, scene }) => call.run(fixture.as(scene.noor), scene)));
        expect(again.map(({ status }) => status)).toEqual(CALLS.map((call) => (isAway ? call.firstStatus : call.repeatedStatus)));
        for (const { call, scene } of scenes) await call.expectDoneOnce(fixture, scene);
        await fixture.sweep();
        expect(await checkAcknowledgedMessages(fixture.db, acknowledgedBy([...answers, ...again]))).toEqual([]);
        expect(await checkInvariants(fixture.db)).toEqual([]);
      },
    );
  });
});

describe.concurrent('a database that fails', () => {
  describe(`with the seed ${SEED}`, { concurrent: false }, () => {
    const fixture = faultFixture();

    const send = (from: TestMember, conversation: string, text: string, clientId = newId()) =>
      fixture.as(from).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: clientId, text } });

    async function aPair() {
      const [noor, bas] = await Promise.all([aMember(fixture.db), aMember(fixture.db)]);
      await aMatch(fixture.db, noor.id, bas.id);
      return { noor, bas, conversation: await aConversation(fixture.db, noor.id, bas.id) };
    }

    /** Members of whom each matches the next, so that they can write to each other free of charge. */
    async function aCrowd(size: number) {
      const members = await Promise.all(Array.from({ length: size }, () => aMember(fixture.db)));
      const pairs = members.map((one, i) => [one, members[(i + 1) % size] ?? one] as const);
      return Promise.all(
        pairs.map(async ([one, other]) => {
          await aMatch(fixture.db, one.id, other.id);
          return { one, other, conversation: await aConversation(fixture.db, one.id, other.id) };
        }),
      );
    }

    test('without a database every call is a 503 with Retry-After and changes nothing; afterwards a repetition succeeds', async () => {
      const scenes = await Promise.all(CALLS.map(async (call) => ({ call, scene: await call.prepare(fixture) })));
      const act = () => Promise.all(scenes.map(({ call, scene }) => call.run(fixture.as(scene.noor), scene)));
      await fixture.sweep();
      const before = await allRows(fixture.db);
      await fixture.proxies.database.disconnect();
      for (const answer of await act()) {
        expect([answer.status, answer.at('error.code'), Number(answer.headers.get('Retry-After')) > 0]).toEqual([503, 'unavailable', true]);
      }
      expect(await allRows(fixture.db)).toEqual(before);
      await fixture.proxies.database.reconnect();
      expect((await act()).map(({ status }) => status)).toEqual(CALLS.map(({ firstStatus }) => firstStatus));
      for (const { call, scene } of scenes) await call.expectDoneOnce(fixture, scene);
      await fixture.sweep();
      expect(await checkInvariants(fixture.db)).toEqual([]);
    });

    test('a member who leaves the page stays offline although the activity of an earlier call is stored later', async () => {
      const { noor, bas } = await aPair();
      const isNoorOnline = async () => (await fixture.as(bas).get(`/api/profile.php?id=${noor.id}`)).at('profile.is_online');
      await fixture.db
        .update(members)
        .set({ lastActiveAt: Date.now() - 10 * 60_000 })
        .where(eq(members.id, noor.id));
      const statementHeld = Promise.withResolvers<void>();
      const hasLeft = Promise.withResolvers<void>();
      const statementPassed = Promise.withResolvers<void>();
      fixture.setDecision('database', async ({ body }): Promise<RequestOutcome> => {
        if (!/update \\"members\\" set \\"last_active_at\\" = \?/.test(body)) return 'pass';
        statementHeld.resolve();
        await hasLeft.promise;
        statementPassed.resolve();
        return 'pass';
      });
      expect((await fixture.as(noor).get('/api/user.php')).status).toBe(200);
      await statementHeld.promise;
      expect((await fixture.as(noor).post('/api/page-hidden.php', {})).status).toBe(204);
      hasLeft.resolve();
      await statementPassed.promise;
      // The scheduled handler ends after the delayed statement.
      await fixture.worker.scheduled();
      expect(await isNoorOnline()).toBe(false);
    });

    test('with a hundred concurrent writes each acknowledged message is one row, and refused writes succeed later', async () => {
      const crowd = await aCrowd(20);
      const random = seededRandom('writers');
      const writes = Array.from({ length: 100 }, (_, i) => {
        const { one, other, conversation } = random.pick(crowd);
        const clientId = newId();
        const kind = random.between(0, 9);
        if (kind < 6) return () => send(one, conversation, `Number ${i}`, clientId);
        if (kind < 8)
          return () => fixture.as(other).put('/api/chat.php', { conversation: { id: conversation }, read_to: random.between(1, 9) });
        return () => fixture.as(random.pick(crowd).one).post('/api/likes.php', { profile: other.id });
      });
      const answers = await Promise.all(writes.map((write) => write()));
      expect(answers.filter(({ status }) => ![200, 201, 422, 503].includes(status)).map(({ status }) => status)).toEqual([]);
      const retried = await Promise.all(writes.flatMap((write, i) => (answers[i]?.status === 503 ? [write()] : [])));
      const acknowledged = acknowledgedBy([...answers, ...retried]);
      expect(acknowledged.length).toBeGreaterThan(30);
      expect(await checkAcknowledgedMessages(fixture.db, acknowledged)).toEqual([]);
      expect(await checkInvariants(fixture.db)).toEqual([]);
    });

    test('of fifty concurrent sends with one credit one is stored, its repetition gets its message, and the others are 402', async () => {
      const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 1 }), aMember(fixture.db)]);
      const conversation = await aConversation(fixture.db, noor.id, bas.id);
      const ids = Array.from({ length: 25 }, () => newId());
      const answers = await Promise.all([...ids, ...ids].map((id) => send(noor, conversation, `Under ${id}`, id)));
      const created = answers.filter(({ status }) => status === 201);
      expect(created).toHaveLength(1);
      const [sent] = acknowledgedBy(created);
      const answered = [...ids, ...ids].map((id, i) => `${answers[i]?.status} ${id === sent?.client_id ? 'its own' : 'another'}`);
      expect([...new Set(answered)].filter((one) => !['201 its own', '200 its own', '402 another'].includes(one))).toEqual([]);
      expect((await send(noor, conversation, `Under ${sent?.client_id}`, sent?.client_id)).status).toBe(200);
      expect((await fixture.as(noor).get('/api/user.php')).at('user.credits')).toBe(0);
      expect(await checkAcknowledgedMessages(fixture.db, acknowledgedBy(answers))).toEqual([]);
      expect(await checkInvariants(fixture.db)).toEqual([]);
    });

    const KILLS = Array.from({ length: RUNS_ALL_FAULTS ? 6 : 1 }, (_, i) => i);
    test.each(KILLS)('a database that is killed under load and restarted has every acknowledged message (%i)', async (i) => {
      const crowd = await aCrowd(6);
      const killAt = seededRandom(`kill ${i}`).between(5, 40);
      const acknowledged: ReturnType<typeof acknowledgedBy> = [];
      const killed = Promise.withResolvers<void>();
      let isDatabaseDown = false;
      const write = async ({ one, conversation }: (typeof crowd)[number]) => {
        for (let n = 0; !isDatabaseDown; n += 1) {
          const answer = await send(one, conversation, `Number ${n}`);
          expect([201, 503]).toContain(answer.status);
          acknowledged.push(...acknowledgedBy([answer]));
          if (answer.status === 503) isDatabaseDown = true;
          if (acknowledged.length >= killAt) killed.resolve(fixture.database.stopServer('killed'));
        }
      };
      await Promise.all([...crowd.map(write), killed.promise]);
      await fixture.database.restartServer();
      expect(await checkAcknowledgedMessages(fixture.db, acknowledged)).toEqual([]);
      const { noor, conversation } = await aPair();
      expect((await send(noor, conversation, 'And on it goes')).status).toBe(201);
      await fixture.sweep();
      expect(await checkInvariants(fixture.db)).toEqual([]);
    });
  });
});
