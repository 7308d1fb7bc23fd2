import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { boot } from '../../boot/boot.ts';
import { type BootSource, startKeeping } from '../../offline/query-persister.ts';
import { currentSettings, onSettings } from '../../session/settings.ts';
import { currentUser, isLeaving } from '../../session/user.ts';

const bootSource = (member: string): BootSource => ({
  read: () => {
    const user = currentUser();
    return user?.id === member ? { ...boot, settings: currentSettings(), user } : null;
  },
  follow: (listener) => {
    const stopSettings = onSettings(listener);
    const stopUser = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && event.query.queryKey[0] === keys.user[0]) listener();
    });
    return () => {
      stopSettings();
      stopUser();
    };
  },
});

/** Keeps what the server answers to a member, with what a page needs to start without it; nothing of one whose logout the server has yet to hear of. */
export const keepAnswersOf = (member: string): (() => void) =>
  isLeaving() ? () => undefined : startKeeping(queryClient, member, bootSource(member));
