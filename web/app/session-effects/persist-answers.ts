import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { boot } from '../../boot/boot.ts';
import { type BootSource, startPersisting } from '../../offline/query-persister.ts';
import { currentSettings, onSettings } from '../../session/settings.ts';
import { currentUser, isLogoutPending, sessionConfirmedAt } from '../../session/user.ts';

const bootSource = (member: string): BootSource => ({
  read: () => {
    const user = currentUser();
    return user?.id === member ? { ...boot, settings: currentSettings(), user } : null;
  },
  confirmedAt: sessionConfirmedAt,
  follow: (listener) => {
    const stopSettings = onSettings(listener);
    const stopUser = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && event.query.queryKey[0] === queryKeys.user[0]) listener();
    });
    return () => {
      stopSettings();
      stopUser();
    };
  },
});

/** Stores the member's answers and boot data for a start without the server. Does nothing while a logout has not reached the server. */
export const persistAnswersOf = (member: string): (() => void) =>
  isLogoutPending() ? () => undefined : startPersisting(queryClient, member, bootSource(member));
