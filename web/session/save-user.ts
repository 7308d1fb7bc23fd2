import { updateUser } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import { call } from '../api/call.ts';
import { useAct } from '../api/use-action.ts';
import { signIn } from './user.ts';

export type Changes = InputOf<typeof updateUser>;

/** Saves what is named of the member's own account. What is wrong comes back by field, or as one error. */
export function useSaveUser() {
  const { run, isBusy, fields, failure } = useAct();
  const save = (changes: Changes): Promise<boolean> => run(async () => signIn((await call(updateUser, changes)).user));
  return { save, isBusy, fields, failure };
}
