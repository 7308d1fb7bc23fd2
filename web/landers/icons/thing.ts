import type { ReactNode } from 'react';
import type { Slug } from '#contract/pages/landers';
import type texts from '../../locales/en/lander-icons.json';

export type Love = Slug<'landers-iconslanding-slug'>;

/** A thing people love, drawn on 64 by 64, and where its name and the line it lends stand in the texts. */
export interface Drawn<L extends Love = Love> {
  readonly id: { [S in L]: `${S}.things.${keyof (typeof texts)[S]['things'] & string}` }[L];
  readonly drawing: ReactNode;
}
