import { useState } from 'react';
import { updateUser } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import type { FieldCode } from '#contract/errors';
import { CallError, call } from '../api/call.ts';
import { signIn } from './user.ts';

export type Changes = InputOf<typeof updateUser>;

/** Saves what is named of the member's own account. What is wrong comes back by field, or as one error. */
export function useSaveUser() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields: Record<string, FieldCode> = error instanceof CallError && error.status === 422 ? error.fields : {};

  const save = async (changes: Changes): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    try {
      signIn((await call(updateUser, changes)).user);
      return true;
    } catch (refusal) {
      setError(refusal);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** The error that belongs to no field. */
  const failure = Object.keys(fields).length === 0 ? error : null;
  return { save, isBusy, fields, failure };
}
