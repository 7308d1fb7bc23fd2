import type { ReactNode } from 'react';
import type { LanderSlug } from '#contract/pages/landers';
import type texts from '../../locales/en/lander-icons.json';

export type IconsSlug = LanderSlug<'landers-iconslanding-slug'>;

/** A thing to choose: its drawing in a viewBox of 64 by 64, and the key of its texts (`name` and `line`). */
export interface DrawnThing<L extends IconsSlug = IconsSlug> {
  readonly id: { [S in L]: `${S}.things.${keyof (typeof texts)[S]['things'] & string}` }[L];
  readonly drawing: ReactNode;
}
