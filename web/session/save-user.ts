import { updateUser } from '#contract/account-changes';
import type { InputOf } from '#contract/endpoint';
import { call } from '../api/call.ts';
import { useAction } from '../api/use-action.ts';
import { updateSignedInUser } from './user.ts';

export type UserChanges = InputOf<typeof updateUser>;

/** Saves changes of the member's own account and shows them. Throws if the server refuses. */
export async function saveUser(changes: UserChanges): Promise<void> {
  updateSignedInUser((await call(updateUser, changes)).user);
}

/** The same for a form. Errors are in `fields`, or in `failure` if they belong to no field. */
export function useSaveUser() {
  const { run, isBusy, fields, failure } = useAction();
  const save = (changes: UserChanges): Promise<boolean> => run(() => saveUser(changes));
  return { save, isBusy, fields, failure };
}
