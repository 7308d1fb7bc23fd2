import type { Template } from '#contract/settings';
import { useSettings } from './settings.ts';

/** What the template turns on and off, by feature group (specification 1). No component asks for the template's name. */
const SOCIAL = {
  navigation: { rail: true, topNavigation: false },
  ui: { homePathInUserActions: true, imageDesign: true },
  signup: { dots: true },
  profileSearch: { allCountries: false, startConversationInWords: false },
  profileSearchProfile: { nameUnderPhoto: false },
  memberDetails: { city: false, startConversation: false, loadInterests: true },
  chat: { sidebar: true, topBar: false, emojiButton: false },
  myProfile: { headerImage: true, interests: false },
  notifications: { header: true },
  footer: { copyright: false },
};

export type Switches = typeof SOCIAL;
export type SwitchGroup = keyof Switches;

const CLASSIC: Switches = {
  navigation: { rail: false, topNavigation: true },
  ui: { homePathInUserActions: false, imageDesign: false },
  signup: { dots: false },
  profileSearch: { allCountries: true, startConversationInWords: true },
  profileSearchProfile: { nameUnderPhoto: true },
  memberDetails: { city: true, startConversation: true, loadInterests: false },
  chat: { sidebar: false, topBar: true, emojiButton: true },
  myProfile: { headerImage: false, interests: true },
  notifications: { header: false },
  footer: { copyright: true },
};

const SWITCHES: Record<Template, Switches> = { social: SOCIAL, classic: CLASSIC };

export function useSwitch<G extends SwitchGroup, K extends keyof Switches[G]>(group: G, name: K): Switches[G][K] {
  return SWITCHES[useSettings().template][group][name];
}
