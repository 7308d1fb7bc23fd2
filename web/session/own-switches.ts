import { type User, updateUser } from '#contract/account';
import { call } from '../api/call.ts';
import { type Intent, settle } from './last-intent.ts';
import { createStore, useStore } from './store.ts';
import { currentUser, signIn, useUser } from './user.ts';

/** What a member switches of their own account. */
export type OwnSwitch = keyof Pick<User, 'paused' | 'hide_presence' | 'hide_fictional'>;

const running = createStore<Partial<Record<OwnSwitch, Intent<boolean>>>>({});

/** How a switch stands, as the member last set it; a poll in between cannot flip it back. */
export function useOwnSwitch(name: OwnSwitch): boolean {
  const user = useUser();
  return useStore(running)[name]?.wanted ?? user?.[name] ?? false;
}

/** Sets a switch at once and saves it; throws, with the switch put back, when the server refuses. */
export async function setOwnSwitch(name: OwnSwitch, isOn: boolean): Promise<void> {
  const before = running.get()[name];
  if (before) {
    before.wanted = isOn;
    running.set({ ...running.get() });
    return;
  }
  const intent = { confirmed: currentUser()?.[name] ?? false, wanted: isOn };
  running.set({ ...running.get(), [name]: intent });
  try {
    await settle(intent, async (wanted) => signIn((await call(updateUser, { [name]: wanted })).user));
  } finally {
    const { [name]: _, ...others } = running.get();
    running.set(others);
  }
}
