import { LibsqlBatchError, LibsqlError } from '@libsql/client/web';
import { expect, test } from 'vitest';
import { isDatabaseUnreachable, isDiskFault } from '#db/client';

test.each([
  ['a full disk', new LibsqlError('database or disk is full', 'SQLITE_FULL')],
  ['a write that fails inside of a batch', new LibsqlBatchError('disk I/O error', 3, 'SQLITE_IOERR')],
  ['an extended code', new LibsqlError('SQLite error', 'SQLITE_IOERR_WRITE')],
  ['a server that gives the words alone', new LibsqlError('SQLite error: database or disk is full', 'UNKNOWN')],
])('%s is a fault of the disk, also as the cause of another error', (_, error) => {
  expect(isDiskFault(error)).toBe(true);
  expect(isDiskFault(new Error('Failed query', { cause: error }))).toBe(true);
  expect(isDatabaseUnreachable(error)).toBe(false);
});

test.each([
  ['a constraint', new LibsqlError('UNIQUE constraint failed: members.email', 'SQLITE_CONSTRAINT')],
  ['a lock', new LibsqlError('database is locked', 'SQLITE_BUSY')],
  ['a network that is away', new TypeError('fetch failed')],
  ['words of somebody else', new Error('database or disk is full')],
])('%s is none', (_, error) => expect(isDiskFault(error)).toBe(false));
