import { unreadChatsIn } from '#contract/chat';
import type { Boot } from '#contract/pages/boot';
import type { HERO_SIZES } from '#contract/pages/hero-photo';
import type { PageName } from '#contract/pages/page-routes';
import type { Image } from '#contract/profile';
import type { InitialAnswer } from './boot.ts';

/** The photo with which a page begins, its largest picture. */
export interface HeroPhoto {
  readonly page: keyof typeof HERO_SIZES;
  readonly image: Image;
}

/**
 * The photo with which the page of a member begins: on the home page that of the newest conversation with unread messages, on the own profile
 * the main photo, which only the template `social` shows as large. Null if there is none.
 */
export function heroPhotoOf(name: PageName | null, { user, settings }: Boot, answers: readonly InitialAnswer[]): HeroPhoto | null {
  if (name === 'home') {
    const chats = answers.flatMap((answer) => ('chats' in answer ? answer.chats : []));
    const image = unreadChatsIn(chats)[0]?.profile.main_image;
    return image ? { page: 'home', image } : null;
  }
  if (name === 'profile' && settings.template === 'social' && typeof user === 'object') {
    const image = user.profile.main_image;
    return image && { page: 'profile', image };
  }
  return null;
}
