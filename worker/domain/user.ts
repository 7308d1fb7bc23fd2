import * as v from 'valibot';
import { SearchPreference, type User } from '#contract/account';
import { isSensitiveField } from '#contract/consent';
import type { Database, Rows } from '#db/client';
import { badgeOfMember } from '#db/queries/account/own-badge';
import { cardOfMember, fieldsOfMember, interestsOfMember, ownImages, promptsOfMember } from '#db/queries/profile/profile';
import type { Member } from './context.ts';
import { isPaying } from './partners.ts';
import { asCountry, asLocale, cardOf, newHereSince, ownImageOf, unavailableCard } from './profile-card.ts';
import { sensitiveConsentOf } from './sensitive-consent.ts';

/** The statements whose rows `userOf` takes, besides the member's own row. */
export const userStatements = (id: string, db: Database) => ({
  card: cardOfMember(db, id, id),
  images: ownImages(db, id),
  fields: fieldsOfMember(db, id),
  interests: interestsOfMember(db, id),
  prompts: promptsOfMember(db, id),
  badge: badgeOfMember(db, id),
});

type UserRows = Rows<ReturnType<typeof userStatements>>;

/** Domains whose mailboxes are opened at another domain. */
const MAIL_PROVIDERS: Record<string, string> = { 'googlemail.com': 'gmail.com', 'live.com': 'outlook.com', 'hotmail.com': 'outlook.com' };

/** The domain at which the mailbox of an address is opened, for the link "open my mailbox". */
export function mailProviderOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return MAIL_PROVIDERS[domain] ?? domain;
}

const isoOrNull = (time: number | null) => (time === null ? null : new Date(time).toISOString());

type PreferenceColumns = Pick<Member, 'savedSearch' | 'sensitiveConsentVersion' | 'sensitiveConsentAt' | 'sensitiveConsentEndedAt'>;

/** Gender and ages of a saved search; null without one. Without consent to sensitive answers the gender is '', which is everyone. */
export function searchPreferenceOf(member: PreferenceColumns): SearchPreference | null {
  const parsed = v.safeParse(SearchPreference, member.savedSearch);
  if (!parsed.success) return null;
  return sensitiveConsentOf(member) ? parsed.output : { ...parsed.output, gender: '' };
}

/** Whether a saved search or the fields of a profile hold sensitive answers, whether or not there is consent. */
const holdsSensitiveAnswers = ({ savedSearch }: Pick<Member, 'savedSearch'>, fields: readonly { readonly fieldId: string }[]): boolean =>
  Boolean(savedSearch?.gender) || fields.some(({ fieldId }) => isSensitiveField(fieldId));

/** The account in the form of the API for its owner. `rows` are those of `userStatements`. */
export function userOf(member: Omit<Member, `session${string}`>, rows: UserRows, now: number): User {
  const { images, fields, interests, prompts } = rows;
  const card = rows.card[0] ? cardOf(rows.card[0], 'member', now) : unavailableCard(member.id);
  const consent = sensitiveConsentOf(member);
  const badge = rows.badge[0] ?? { unreadMessages: 0, newLikes: 0, unseenNotifications: 0, absenceMails: 1, hasPaid: 0 };
  return {
    id: member.id,
    email: member.email,
    mailprovider: mailProviderOf(member.email),
    paid_user: isPaying({ premiumUntil: member.premiumUntil, hasPaid: badge.hasPaid }, now),
    signup_date: new Date(member.createdAt).toISOString(),
    activated: member.status === 'active',
    credits: member.credits,
    premium_until: isoOrNull(member.premiumUntil),
    fictional_icon: true,
    locale: asLocale(member.locale) ?? 'en',
    timezone: member.timezone,
    payment_country: asCountry(member.paymentCountry),
    paused: member.isPaused,
    paused_by_decision: member.pausedByCase !== null,
    hide_presence: member.hidePresence,
    hide_fictional: member.hideFictional,
    allow_search_engines: member.allowSearchEngines,
    hidden_words: member.hiddenWords,
    away_mails: badge.absenceMails === 1,
    last_signup_step: member.lastSignupStep,
    search_preference: searchPreferenceOf(member),
    sensitive_consent: consent && { version: consent.version, given_at: new Date(consent.givenAt).toISOString() },
    has_unconsented_answers: !consent && holdsSensitiveAnswers(member, fields),
    badge: { unread_messages: badge.unreadMessages, new_likes: badge.newLikes, unseen_notifications: badge.unseenNotifications },
    profile: {
      ...card,
      images: images.map(ownImageOf),
      personal: member.personal,
      prompts,
      fields: Object.fromEntries(fields.map(({ fieldId, value }) => [fieldId, value])),
      interests: interests.map(({ interestId }) => interestId),
      liked_me: false,
      is_new_here: member.createdAt >= newHereSince(now),
      can_chat: false,
      blocked: false,
      date_of_birth: member.dateOfBirth,
    },
  };
}
