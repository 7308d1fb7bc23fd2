import type { ProfileCard } from '#contract/profile';
import { createStore } from '../../platform/store.ts';

/** Which dialog about a member is to be shown, and for what. */
export interface SafetyDialogState {
  readonly kind: 'why' | 'block' | 'report';
  readonly profile: ProfileCard;
  /** The conversation whose menu was used; its messages can be added to a report. Null elsewhere. */
  readonly conversation: string | null;
  /** The list item whose menu was used; it may be removed from the page. */
  readonly item: Element | null;
}

/** The open dialog about a member; null while there is none. It stays open if the member's card leaves the list. */
export const safetyDialog = createStore<SafetyDialogState | null>(null);
