import { updateUser } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import { signIn } from '../../session/user.ts';
import { call } from '../call.ts';
import { useAct } from '../use-action.ts';

export type Changes = InputOf<typeof updateUser>;

/** Saves what is named of the member's own account. What is wrong comes back by field, or as one error. */
export function useSaveUser() {
  const { run, isBusy, fields, failure } = useAct();
  const save = (changes: Changes): Promise<boolean> => run(async () => signIn((await call(updateUser, changes)).user));
  return { save, isBusy, fields, failure };
}
