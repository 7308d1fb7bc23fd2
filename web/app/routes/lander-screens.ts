import type { ComponentType } from 'react';
import type { LanderName } from '#contract/pages/page-routes';

/** What the module of every screen exports for the route table. */
export interface ScreenModule {
  Screen: ComponentType;
}

/** The screens of campaign landing pages, in a module of their own so that other pages do not load the table. */
export const LANDER_SCREENS: Record<LanderName, () => Promise<ScreenModule>> = {
  'members-memberId-landing': () => import('../../landers/member-landing/member-landing-screen.tsx'),
  'landers-video-slug': () => import('../../landers/video/video-screen.tsx'),
  'landers-gallery-slug': () => import('../../landers/gallery/gallery-screen.tsx'),
  'landers-alonetonight-slug': () => import('../../landers/alonetonight/alonetonight-screen.tsx'),
  'landers-iconslanding-slug': () => import('../../landers/icons/icons-screen.tsx'),
  'landers-collagelanding-slug': () => import('../../landers/collage/collage-screen.tsx'),
  'landers-transitionsvideolanding-slug': () => import('../../landers/transitions/transitions-screen.tsx'),
  'landers-maplanding-slug': () => import('../../landers/map/map-screen.tsx'),
  'landers-socialnetwork-slug': () => import('../../landers/social/social-screen.tsx'),
  'members-memberId-landing2-slug': () => import('../../landers/member-landing2/member-landing2-screen.tsx'),
  'members-memberId-landing3-slug': () => import('../../landers/member-landing3/member-landing3-screen.tsx'),
};
