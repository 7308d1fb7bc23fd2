import { updateUser } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import { call } from '../api/call.ts';
import { useAct } from '../api/use-action.ts';
import { signIn } from './user.ts';

export type Changes = InputOf<typeof updateUser>;

/** Saves changes of the member's own account. Errors are in `fields`, or in `failure` if they belong to no field. */
export function useSaveUser() {
  const { run, isBusy, fields, failure } = useAct();
  const save = (changes: Changes): Promise<boolean> => run(async () => signIn((await call(updateUser, changes)).user));
  return { save, isBusy, fields, failure };
}
