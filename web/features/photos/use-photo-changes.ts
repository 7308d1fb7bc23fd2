import { useState } from 'react';
import type { User } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import { changePhotos, deletePhoto } from '#contract/photos';
import { call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refreshUser } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { reorderIds, withMainPhoto, withNude, withOrder, withoutPhoto } from './profile-photos.ts';
import { updateOwnProfile } from './update-own-profile.ts';

type Profile = User['profile'];

/** The last queued change. Changes run one after the other, as each new order contains all photos. */
let lastChange: Promise<unknown> = Promise.resolve();
const enqueueChange = (send: () => Promise<unknown>): Promise<unknown> => {
  lastChange = lastChange.then(send, send);
  return lastChange;
};

/** Changes to the member's photos. Shown at once; if the server refuses, a toast says so and the account is read again. */
export function usePhotoChanges() {
  const { t } = useTranslation('photos');
  const sentence = useErrorSentence();
  const [announcement, setAnnouncement] = useState('');

  const change = async (update: (profile: Profile) => Profile, send: () => Promise<unknown>, text: string): Promise<void> => {
    updateOwnProfile(update);
    setAnnouncement(text);
    try {
      await enqueueChange(send);
    } catch (error) {
      showToast({ tone: 'danger', title: t('change_failed'), text: sentence(error) });
      await refreshUser().catch((refreshError: unknown) => console.warn(refreshError));
    }
  };
  const sendChange = (input: InputOf<typeof changePhotos>) => () => call(changePhotos, input);

  return {
    /** Announcement of the last change for screen readers. */
    announcement,
    makeMain: (id: string) => change((profile) => withMainPhoto(profile, id), sendChange({ main_image: { id } }), t('said_main')),
    setNude: (id: string, isNude: boolean) =>
      change((profile) => withNude(profile, id, isNude), sendChange({ image: { id }, is_nude: isNude }), ''),
    move: (ids: readonly string[], id: string, place: number) => {
      const order = reorderIds(ids, id, place);
      if (order.join() === ids.join()) return Promise.resolve();
      const moved = t('said_moved', { place: order.indexOf(id) + 1, count: order.length });
      return change((profile) => withOrder(profile, order), sendChange({ order }), moved);
    },
    remove: (id: string) =>
      change(
        (profile) => withoutPhoto(profile, id),
        () => call(deletePhoto, { image: { id } }),
        t('said_deleted'),
      ),
  };
}

export type PhotoChanges = ReturnType<typeof usePhotoChanges>;
