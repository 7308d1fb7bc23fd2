import type { ReactNode } from 'react';
import type { Slug } from '#contract/pages/landers';
import type texts from '../../locales/en/lander-icons.json';

export type Love = Slug<'landers-iconslanding-slug'>;

/** A thing to choose: its drawing in a viewBox of 64 by 64, and the key of its texts (`name` and `line`). */
export interface Drawn<L extends Love = Love> {
  readonly id: { [S in L]: `${S}.things.${keyof (typeof texts)[S]['things'] & string}` }[L];
  readonly drawing: ReactNode;
}
