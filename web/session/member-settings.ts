import type { User } from '#contract/account';
import { createLatestWinsMutations } from '../api/latest-wins.ts';
import { currentUser, useUser } from './user.ts';

/** The boolean settings that a member changes on the profile page (docs/product.md, "Visibility settings"). */
export type MemberSetting = keyof Pick<User, 'paused' | 'hide_presence' | 'hide_fictional' | 'allow_search_engines'>;

const mutations = createLatestWinsMutations<MemberSetting, boolean>();

/** The value of a setting as the member last set it, even before the server has confirmed it. */
export function useMemberSetting(name: MemberSetting): boolean {
  const user = useUser();
  return mutations.use(name) ?? user?.[name] ?? false;
}

/** Shows the new value of a setting at once and saves it. Throws if the server refuses; the old value is then shown again. */
export const setMemberSetting = (name: MemberSetting, isOn: boolean): Promise<void> =>
  mutations.set(name, {
    confirmed: currentUser()?.[name] ?? false,
    wanted: isOn,
    send: async (wanted) => {
      const { saveUser } = await import('./save-user.ts');
      await saveUser({ [name]: wanted });
    },
  });
