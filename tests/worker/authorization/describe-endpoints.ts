import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '#contract/errors';
import { attempts } from '#db/schema/index';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { type Cell, type Column, cellsOf, type Owner, ROLES, type Role, type RowKind } from './access-columns.ts';
import type { AccessFixture } from './access-fixture.ts';
import { ACCESS } from './access-matrix.ts';
import { answerSummary, partAbout, summaryAbout } from './answer-shape.ts';
import { callEndpoint, endpointOf, rowKindOf, UNDONE_BEFORE } from './endpoint-calls.ts';

/** Expects that a successful answer holds what the contract names, at every depth, and nothing more. */
function expectMatchesContract(name: string, answer: ApiAnswer): void {
  const endpoint = endpointOf(name);
  if (!endpoint || answer.status >= 400 || endpoint.answerKind === 'redirect' || answer.status === 204) return;
  expect(v.parse(endpoint.output, answer.body)).toEqual(answer.body);
}

/** Expects that the code of a refusal is one that the endpoint declares. */
function expectDeclaredError(name: string, answer: ApiAnswer): void {
  const endpoint = endpointOf(name);
  const code = answer.at('error.code');
  if (!endpoint || code === undefined) return;
  const declared = ['invalid', ...(endpoint.errors ?? []), ...(endpoint.who === 'everybody' ? [] : ['signed_out', 'banned'])];
  expect(ERROR_CODES.filter((known) => declared.includes(known))).toContain(code);
}

const isRefused = ({ expected }: Cell) => /^4/.test(expected);
const headerNames = ({ headers }: ApiAnswer) => [...headers.keys()].toSorted();

const GONE: readonly Column[] = ['blocker', 'banned', 'deleted'];
/** The same without ids and times, which differ from one member to the other. */
const withoutIds = (value: unknown) => JSON.stringify(value).replaceAll(/[\w-]{22}"|"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '…"');

/** Tests the rows of endpoints, those that name an object or list members or the others. Restores the rows of the database between two of them. */
export function describeEndpoints(fixture: AccessFixture, isAsked: (kind: RowKind) => boolean): void {
  const { site } = fixture;
  let areRowsChanged = false;

  describe.each(Object.entries(ACCESS).filter(([name]) => isAsked(rowKindOf(name))))('%s', (name, row) => {
    const kind = rowKindOf(name);
    const cells = cellsOf(row, kind);
    const answers = new Map<string, ApiAnswer>();
    /** A list is one answer, of which each column has a part. */
    const keyOf = (role: Role, column: Column) => (kind === 'list' ? role : `${role} ${column}`);
    const answerTo = (role: Role, column: Column): ApiAnswer => {
      const answer = answers.get(keyOf(role, column));
      if (!answer) throw new Error(`no call was made as ${role} with ${column}`);
      return answer;
    };
    const makeCall = async ({ role, column }: Cell) => {
      if (answers.has(keyOf(role, column))) return;
      answers.set(keyOf(role, column), await callEndpoint(site, name, fixture.callers[role], column === 'whole' ? 'other' : column));
    };
    const makeCallsAs = async (role: Role, these: readonly Cell[]) => {
      for (const cell of these) if (cell.role === role) await makeCall(cell);
    };
    /**
     * The calls of one caller follow each other, as those of one page; the callers do not wait for each other. Only so many passwords are
     * checked at once, so that all callers log in one after the other.
     */
    const makeCalls = async (these: readonly Cell[]) => {
      if (name !== 'session.logIn' && name !== 'operator.startLogIn') await Promise.all(ROLES.map((role) => makeCallsAs(role, these)));
      else for (const role of ROLES) await makeCallsAs(role, these);
    };

    /** Undoes what the calls of this row would only repeat. Returns the rows that are left. */
    const undoBefore = async () => {
      const undo = UNDONE_BEFORE[name];
      if (!undo) return fixture.storedRows.rows;
      await site.db.$client.batch(ROLES.flatMap((role) => undo.map((sql) => ({ sql, args: [fixture.callers[role].me.id] }))));
      return fixture.storedRows.currentRows();
    };

    // Calls that are refused change nothing, so that they are all made before the rows are compared.
    let rowsBefore: unknown;
    let rowsAfterRefusals: unknown;
    // A logout deletes an expired session even though it is refused.
    const refused = name === 'session.logOut' ? [] : cells.filter(isRefused);
    beforeAll(async () => {
      await (areRowsChanged ? fixture.storedRows.restore() : site.db.delete(attempts));
      rowsBefore = await undoBefore();
      await makeCalls(refused);
      rowsAfterRefusals = refused.length > 0 ? await fixture.storedRows.currentRows() : rowsBefore;
      const admitted = cells.filter((cell) => !refused.includes(cell));
      await makeCalls(admitted);
      areRowsChanged = admitted.length > 0 || !isDeepStrictEqual(rowsAfterRefusals, fixture.storedRows.rows);
    });

    test.each(ROLES)('as %s', (role) => {
      const own = cells.filter((cell) => cell.role === role);
      const summaryOf = ({ column }: Cell) =>
        kind === 'list' && column !== 'whole'
          ? summaryAbout(answerTo(role, column), fixture.callers[role].member[column])
          : answerSummary(answerTo(role, column));
      expect(Object.fromEntries(own.map((cell) => [cell.column, summaryOf(cell)]))).toEqual(
        Object.fromEntries(own.map(({ column, expected }) => [column, expected])),
      );
      for (const { column } of own) {
        expectMatchesContract(name, answerTo(role, column));
        expectDeclaredError(name, answerTo(role, column));
        expect(fixture.secretsIn(answerTo(role, column))).toEqual([]);
      }
    });

    if (refused.length > 0) {
      test('calls that are refused change nothing', () => {
        expect(rowsAfterRefusals).toEqual(rowsBefore);
      });
    }

    const unknown = new Map(cells.flatMap(({ role, column, expected }) => (column === 'nobody' ? [[role, expected]] : [])));
    const hidden = cells.filter(({ role, column, expected }) => column !== 'nobody' && expected === unknown.get(role));
    if (hidden.length > 0)
      test('an object that must not be known is answered exactly as an unknown id', () => {
        const compared = (role: Role, column: Column) => {
          const answer = answerTo(role, column);
          return { role, status: answer.status, body: answer.body, headers: headerNames(answer) };
        };
        expect(hidden.map(({ role, column }) => compared(role, column))).toEqual(hidden.map(({ role }) => compared(role, 'nobody')));
      });

    // Nobody learns from an answer whether somebody blocks them, was banned or has left.
    const gone = cells.filter(({ role, column }) => (role === 'member' || role === 'unconfirmed') && GONE.includes(column));
    if (gone.length === 0 || endpointOf(name)?.method !== 'GET') return;
    test('members who are gone are answered alike, value for value', () => {
      const told = gone.map(({ role, column }) => {
        const answer = answerTo(role, column);
        const id = fixture.callers[role].member[column as Owner];
        return { role, status: answer.status, body: withoutIds(kind === 'list' ? partAbout(answer, id) : answer.body) };
      });
      expect(told).toEqual(gone.map(({ role }) => told.find((one) => one.role === role)));
    });
  });
}
