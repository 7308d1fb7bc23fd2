import type { ProfileCard } from '#contract/profile';
import { createStore } from '../../platform/store.ts';

export interface SafetyQuestion {
  readonly kind: 'why' | 'block' | 'report';
  readonly profile: ProfileCard;
  /** The conversation it was asked in: its messages can go with a report. */
  readonly conversation: string | null;
  /** The list item it was asked in, which may leave the page. */
  readonly item: Element | null;
}

/** What is being asked about a member; it stays when their card leaves the list. */
export const safetyQuestion = createStore<SafetyQuestion | null>(null);
