import { type User, updateUser } from '#contract/account';
import { call } from '../api/call.ts';
import { createIntents } from '../api/latest-wins.ts';
import { currentUser, signIn, useUser } from './user.ts';

/** The boolean settings of a member's own account. */
export type OwnSwitch = keyof Pick<User, 'paused' | 'hide_presence' | 'hide_fictional'>;

const intents = createIntents<OwnSwitch, boolean>();

/** The value of a setting as the member last set it, even before the server has confirmed it. */
export function useOwnSwitch(name: OwnSwitch): boolean {
  const user = useUser();
  return intents.use(name) ?? user?.[name] ?? false;
}

/** Shows the new value of a setting at once and saves it. Throws if the server refuses; the old value is then shown again. */
export const setOwnSwitch = (name: OwnSwitch, isOn: boolean): Promise<void> =>
  intents.set(name, {
    confirmed: currentUser()?.[name] ?? false,
    wanted: isOn,
    send: async (wanted) => signIn((await call(updateUser, { [name]: wanted })).user),
  });
