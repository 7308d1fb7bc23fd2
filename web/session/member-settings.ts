import { type User, updateUser } from '#contract/account';
import { call } from '../api/call.ts';
import { createIntents } from '../api/latest-wins.ts';
import { currentUser, signIn, useUser } from './user.ts';

/** What a member switches of their own account. */
export type OwnSwitch = keyof Pick<User, 'paused' | 'hide_presence' | 'hide_fictional'>;

const intents = createIntents<OwnSwitch, boolean>();

/** How a switch stands, as the member last set it. */
export function useOwnSwitch(name: OwnSwitch): boolean {
  const user = useUser();
  return intents.use(name) ?? user?.[name] ?? false;
}

/** Sets a switch at once and saves it; throws, with the switch put back, when the server refuses. */
export const setOwnSwitch = (name: OwnSwitch, isOn: boolean): Promise<void> =>
  intents.set(name, {
    confirmed: currentUser()?.[name] ?? false,
    wanted: isOn,
    send: async (wanted) => signIn((await call(updateUser, { [name]: wanted })).user),
  });
