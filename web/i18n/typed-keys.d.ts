import 'i18next';
import type account from '../locales/en/account.json';
import type cards from '../locales/en/cards.json';
import type chat from '../locales/en/chat.json';
import type complaints from '../locales/en/complaints.json';
import type core from '../locales/en/core.json';
import type credits from '../locales/en/credits.json';
import type errors from '../locales/en/errors.json';
import type home from '../locales/en/home.json';
import type install from '../locales/en/install.json';
import type landerAlonetonight from '../locales/en/lander-alonetonight.json';
import type landerCollage from '../locales/en/lander-collage.json';
import type landerGallery from '../locales/en/lander-gallery.json';
import type landerIcons from '../locales/en/lander-icons.json';
import type landerMap from '../locales/en/lander-map.json';
import type landerSocial from '../locales/en/lander-social.json';
import type landerTransitions from '../locales/en/lander-transitions.json';
import type landerVideo from '../locales/en/lander-video.json';
import type landing from '../locales/en/landing.json';
import type likes from '../locales/en/likes.json';
import type matchFinder from '../locales/en/match-finder.json';
import type memberLanding from '../locales/en/member-landing.json';
import type memberLanding2 from '../locales/en/member-landing2.json';
import type memberLanding3 from '../locales/en/member-landing3.json';
import type members from '../locales/en/members.json';
import type notifications from '../locales/en/notifications.json';
import type pages from '../locales/en/pages.json';
import type partners from '../locales/en/partners.json';
import type photos from '../locales/en/photos.json';
import type profile from '../locales/en/profile.json';
import type pwa from '../locales/en/pwa.json';
import type reminder from '../locales/en/reminder.json';
import type safety from '../locales/en/safety.json';
import type session from '../locales/en/session.json';
import type signup from '../locales/en/signup.json';
import type visitorResults from '../locales/en/visitor-results.json';

/** One line for each file of locales/en, so that a missing key does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'core';
    resources: {
      core: typeof core & { errors: typeof errors };
      account: typeof account;
      cards: typeof cards;
      chat: typeof chat;
      complaints: typeof complaints;
      credits: typeof credits;
      home: typeof home;
      install: typeof install;
      'lander-video': typeof landerVideo;
      'lander-gallery': typeof landerGallery;
      'lander-alonetonight': typeof landerAlonetonight;
      'lander-icons': typeof landerIcons;
      'lander-collage': typeof landerCollage;
      'lander-transitions': typeof landerTransitions;
      'lander-map': typeof landerMap;
      'lander-social': typeof landerSocial;
      'member-landing2': typeof memberLanding2;
      'member-landing3': typeof memberLanding3;
      'member-landing': typeof memberLanding;
      landing: typeof landing;
      likes: typeof likes;
      'match-finder': typeof matchFinder;
      members: typeof members;
      notifications: typeof notifications;
      pages: typeof pages;
      partners: typeof partners;
      photos: typeof photos;
      profile: typeof profile;
      pwa: typeof pwa;
      reminder: typeof reminder;
      safety: typeof safety;
      session: typeof session;
      signup: typeof signup;
      'visitor-results': typeof visitorResults;
    };
  }
}
