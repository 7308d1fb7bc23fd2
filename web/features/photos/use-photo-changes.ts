import { useState } from 'react';
import type { User } from '#contract/account';
import type { InputOf } from '#contract/endpoint';
import { changePhotos, deletePhoto } from '#contract/photos';
import { call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refreshUser } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast.tsx';
import { movedTo, withMain, withNude, withOrder, withoutPhoto } from './profile-photos.ts';
import { showOwn } from './update-own-profile.ts';

type Profile = User['profile'];

/** Changes run one after the other: each says the whole order. */
let last: Promise<unknown> = Promise.resolve();
const inTurn = (run: () => Promise<unknown>): Promise<unknown> => {
  last = last.then(run, run);
  return last;
};

/** Changes of my photos: shown at once, and taken back with a word when the server did not take them. */
export function useOwnPhotos() {
  const { t } = useTranslation('photos');
  const sentence = useErrorSentence();
  const [said, setSaid] = useState('');

  const change = async (show: (profile: Profile) => Profile, send: () => Promise<unknown>, words: string): Promise<void> => {
    showOwn(show);
    setSaid(words);
    try {
      await inTurn(send);
    } catch (error) {
      showToast({ tone: 'danger', title: t('change_failed'), text: sentence(error) });
      await refreshUser().catch((again: unknown) => console.warn(again));
    }
  };
  const put = (input: InputOf<typeof changePhotos>) => () => call(changePhotos, input);

  return {
    /** What a screen reader hears of the last change. */
    said,
    makeMain: (id: string) => change((profile) => withMain(profile, id), put({ main_image: { id } }), t('said_main')),
    setNude: (id: string, isNude: boolean) =>
      change((profile) => withNude(profile, id, isNude), put({ image: { id }, is_nude: isNude }), ''),
    move: (ids: readonly string[], id: string, place: number) => {
      const order = movedTo(ids, id, place);
      if (order.join() === ids.join()) return Promise.resolve();
      const words = t('said_moved', { place: order.indexOf(id) + 1, count: order.length });
      return change((profile) => withOrder(profile, order), put({ order }), words);
    },
    remove: (id: string) =>
      change(
        (profile) => withoutPhoto(profile, id),
        () => call(deletePhoto, { image: { id } }),
        t('said_deleted'),
      ),
  };
}

export type OwnPhotos = ReturnType<typeof useOwnPhotos>;
