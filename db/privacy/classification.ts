import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type * as schema from '../schema/index.ts';

/** What operators did, and which settings were changed, is kept for so long. */
export const OPERATOR_RECORD_YEARS = 2;

/** Orders of erased members, and the discounts that they used, are kept for as long as tax law demands. */
export const ORDERS_KEPT_YEARS = 7;

/** Closed cases are kept for as long as claims about a decision can be brought before a court. */
export const CASES_KEPT_YEARS = 3;

/**
 * What the data export does with a column (docs/product.md, "Data export"). `exported`: the paths under one of which a value is found, `[]`
 * for each element of a list. `derived`: computed from other stored data, which is exported or not the member's. `technical`: left out for
 * the reason that is given.
 */
export type ExportClass = { readonly exported: string | readonly string[] } | { readonly derived: string } | { readonly technical: string };

/**
 * What the erasure of an account does with the rows of a table (docs/product.md, "Erasure of an account"):
 * - `deleted`: no row stays that names the member.
 * - `anonymous`: rows stay for so many years, with null in the column that names the member.
 * - `kept by others`: rows stay until the other member of the conversation is erased, too.
 * - `expires`: rows stay for the short time that is given.
 */
export type ErasureClass =
  | 'deleted'
  | 'kept by others'
  | { readonly anonymous: string; readonly years: number }
  | { readonly expires: string };

/** The classes of a table that can hold data about a person. */
export interface PersonalTable<Columns extends string = string> {
  readonly erasure: ErasureClass;
  readonly columns: Readonly<Record<Columns, ExportClass>>;
}

type Tables = { [Name in keyof typeof schema as (typeof schema)[Name] extends SQLiteTable ? Name : never]: (typeof schema)[Name] };
type Classes = {
  readonly [Name in keyof Tables]:
    | 'not personal'
    | PersonalTable<Tables[Name] extends SQLiteTable ? keyof Tables[Name]['$inferSelect'] & string : never>;
};

const MEMBER = { exported: 'user.id' } as const;
const INTERNAL_ID = { technical: 'an id that is used inside the site only' } as const;
const RETRY = { technical: 'counts or times the next try' } as const;
const MAIL_CONTENT = { technical: 'its links open the account; it is emptied when the mail server has accepted the mail' } as const;
const PUSH_SECRET = { technical: 'who knows it can send pushes to the browser' } as const;
const PROVIDER_SECRET = { technical: 'a reference of the payment provider' } as const;
const MODERATION = { technical: 'the record of the moderators, which would tell who reported and who looked' } as const;
const EITHER_MEMBER = { exported: ['user.id', 'conversations[].with.id'] } as const;
const LAST_MESSAGE = { derived: 'the last message' } as const;
const NOT_OF_STAY_CODES = { technical: 'a term of codes that belong to nobody' } as const;
const ABSENT = { technical: 'empty in every account that can be logged in to' } as const;
const NO_ACCOUNT = { technical: 'written when the account is erased' } as const;
const AT_THE_DESK = { technical: 'of an operator, who sees it at the desk' } as const;
const WORK_RECORD = { technical: 'a record of the work of operators; what it gave is in the ledger' } as const;
const SEARCH_ORDER = { derived: 'other columns of the row, for searches' } as const;

/**
 * Every table and column of the schema with its class. A table or column that is missing here, or that does not exist, is a type error; the
 * classes themselves are tested by tests/worker/account/privacy-classes.test.ts.
 */
export const CLASSIFICATION = {
  members: {
    erasure: 'deleted',
    columns: {
      id: MEMBER,
      email: { exported: 'user.email' },
      passwordHash: { technical: 'a secret' },
      status: { derived: '`user.activated`: an account with any other status cannot ask for its export' },
      banReason: ABSENT,
      statusBefore: ABSENT,
      deletedAt: ABSENT,
      deleteReason: ABSENT,
      name: { exported: 'user.profile.name' },
      country: { exported: 'user.profile.country' },
      countryregion: { exported: 'user.profile.countryregion' },
      city: { exported: 'user.profile.city' },
      gender: { exported: 'user.profile.gender' },
      dateOfBirth: { exported: 'user.profile.date_of_birth' },
      language: { exported: 'user.profile.language' },
      locale: { exported: 'user.locale' },
      timezone: { exported: 'user.timezone' },
      personal: { exported: 'user.profile.personal' },
      mainImageId: { exported: 'user.profile.main_image.id' },
      isFictional: { exported: 'user.profile.is_fictional' },
      hasPhoto: { derived: 'images' },
      activityBucket: SEARCH_ORDER,
      lastActiveAt: { exported: 'last_active_at' },
      isPaused: { exported: 'user.paused' },
      pausedByCase: { exported: 'decisions[].number' },
      limitedUntil: { exported: 'limited_until' },
      hidePresence: { exported: 'user.hide_presence' },
      hideFictional: { exported: 'user.hide_fictional' },
      allowSearchEngines: { exported: 'user.allow_search_engines' },
      hiddenWords: { exported: 'user.hidden_words' },
      awayMailedAt: { technical: 'keeps absence mails apart; the mails themselves are exported' },
      savedSearch: { exported: 'saved_search' },
      sensitiveConsentVersion: { exported: 'sensitive_consent.version' },
      sensitiveConsentAt: { exported: 'sensitive_consent.given_at' },
      sensitiveConsentEndedAt: { exported: 'sensitive_consent.ended_at' },
      credits: { exported: 'user.credits' },
      premiumUntil: { exported: 'user.premium_until' },
      paymentCountry: { exported: 'user.payment_country' },
      paymentCountryChangedAt: { exported: 'payment_country_changed_at' },
      lastSignupStep: { exported: 'user.last_signup_step' },
      signupKey: { technical: 'a digest that finds a repeated sign-up' },
      signupOrigin: { exported: 'signup_origin' },
      createdAt: { exported: 'user.signup_date' },
      birthYear: SEARCH_ORDER,
      searchRank: SEARCH_ORDER,
      isSearchable: SEARCH_ORDER,
    },
  },
  sessions: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      tokenHash: { technical: 'a secret' },
      device: { exported: 'sessions[].device' },
      createdAt: { exported: 'sessions[].created_at' },
      seenAt: { exported: 'sessions[].last_seen_at' },
      expiresAt: { derived: 'the time of the last use' },
    },
  },
  knownDevices: {
    erasure: 'deleted',
    columns: { memberId: MEMBER, device: { exported: 'known_devices[].device' }, seenAt: { exported: 'known_devices[].last_seen_at' } },
  },
  knownNetworks: {
    erasure: 'deleted',
    columns: {
      memberId: MEMBER,
      network: { exported: 'known_networks[].network' },
      country: { exported: 'known_networks[].country' },
      seenAt: { exported: 'known_networks[].last_seen_at' },
    },
  },
  emailChanges: {
    erasure: 'deleted',
    columns: {
      id: { technical: 'the links that confirm or undo the change are made of it' },
      memberId: MEMBER,
      oldEmail: { exported: 'mail_changes[].old_email' },
      newEmail: { exported: 'mail_changes[].new_email' },
      createdAt: { exported: 'mail_changes[].requested_at' },
      doneAt: { exported: 'mail_changes[].done_at' },
      undoneAt: { exported: 'mail_changes[].undone_at' },
    },
  },
  attempts: {
    erasure: { expires: 'when the window of the limit is over' },
    columns: {
      key: { technical: 'names a limit and whom it counts' },
      windowStart: { technical: 'the window of a limit' },
      count: { technical: 'a counter of a limit' },
      endsAt: { technical: 'the window of a limit' },
    },
  },
  settings: 'not personal',
  catalogue: 'not personal',
  regions: 'not personal',
  cities: 'not personal',
  conversations: {
    erasure: 'kept by others',
    columns: {
      id: { exported: 'conversations[].id' },
      lowerMemberId: EITHER_MEMBER,
      higherMemberId: EITHER_MEMBER,
      firstSenderId: { derived: 'the first message' },
      createdAt: { technical: 'tells when one of the two has opened the conversation, which the other does not learn' },
    },
  },
  messages: {
    erasure: 'kept by others',
    columns: {
      id: INTERNAL_ID,
      conversationId: { exported: 'conversations[].id' },
      seq: { exported: 'conversations[].messages[].seq' },
      senderId: { exported: 'conversations[].messages[].from' },
      clientId: { technical: 'finds a repeated send' },
      text: { exported: 'conversations[].messages[].text' },
      createdAt: { exported: 'conversations[].messages[].created_at' },
    },
  },
  participants: {
    erasure: 'kept by others',
    columns: {
      memberId: MEMBER,
      conversationId: { exported: 'conversations[].id' },
      otherId: { exported: 'conversations[].with.id' },
      lastSeq: LAST_MESSAGE,
      lastText: LAST_MESSAGE,
      lastSenderId: LAST_MESSAGE,
      lastAt: LAST_MESSAGE,
      unread: { derived: 'the messages and what is read' },
      readTo: { exported: 'conversations[].read_to' },
      clearedTo: { exported: 'conversations[].deleted_to' },
      isListed: { derived: 'the messages' },
      isAccessible: { derived: 'the messages and what is deleted' },
      isMessageRequest: { derived: 'the messages and the likes' },
    },
  },
  firstMessages: {
    erasure: 'deleted',
    columns: {
      memberId: MEMBER,
      conversationId: { derived: 'the message' },
      textHash: { derived: 'the text of the message' },
      createdAt: { derived: 'the message' },
    },
  },
  complaints: {
    erasure: 'deleted',
    columns: {
      number: { exported: 'complaints[].number' },
      memberId: MEMBER,
      email: { exported: 'complaints[].email' },
      name: { exported: 'complaints[].name' },
      locale: { exported: 'complaints[].locale' },
      subject: { exported: 'complaints[].subject' },
      text: { exported: 'complaints[].text' },
      reference: { exported: 'complaints[].reference' },
      profileId: { exported: 'complaints[].profile' },
      createdAt: { exported: 'complaints[].created_at' },
      answer: { exported: 'complaints[].answer' },
      answerMailedAt: { derived: 'the mail with the answer' },
      closedAt: { exported: 'complaints[].closed_at' },
    },
  },
  cases: {
    erasure: { anonymous: 'memberId', years: CASES_KEPT_YEARS },
    columns: {
      number: { exported: 'decisions[].number' },
      memberId: MEMBER,
      subjectKind: MODERATION,
      subjectId: MODERATION,
      status: MODERATION,
      priority: MODERATION,
      assigneeId: MODERATION,
      createdAt: MODERATION,
      closedAt: MODERATION,
    },
  },
  caseSources: {
    erasure: 'deleted',
    columns: {
      id: { exported: 'notices[].number' },
      caseNumber: { derived: 'the report, complaint or notice' },
      kind: { derived: 'the report, complaint or notice' },
      memberId: MEMBER,
      reportId: INTERNAL_ID,
      complaintNumber: { exported: 'complaints[].number' },
      rule: MODERATION,
      place: { exported: 'notices[].where' },
      law: { exported: 'notices[].law' },
      text: { exported: 'notices[].text' },
      name: { exported: 'notices[].name' },
      email: { exported: 'notices[].email' },
      locale: { exported: 'notices[].locale' },
      evidence: { technical: 'what somebody else showed when it was reported' },
      createdAt: { exported: 'notices[].created_at' },
    },
  },
  caseActivity: {
    erasure: { anonymous: 'actorId', years: CASES_KEPT_YEARS },
    columns: {
      id: INTERNAL_ID,
      caseNumber: { derived: 'the decision, of which the rest of the row is no part' },
      actorKind: MODERATION,
      actorId: MODERATION,
      rule: MODERATION,
      act: MODERATION,
      detail: MODERATION,
      createdAt: MODERATION,
    },
  },
  caseDecisions: {
    erasure: { anonymous: 'actorId', years: CASES_KEPT_YEARS },
    columns: {
      id: { exported: 'decisions[].id' },
      caseNumber: { exported: 'decisions[].number' },
      action: { exported: 'decisions[].action' },
      ground: { exported: 'decisions[].ground' },
      code: { exported: 'decisions[].code' },
      facts: { exported: 'decisions[].facts' },
      reply: { technical: 'what those who reported were told' },
      target: MODERATION,
      until: { exported: 'decisions[].until' },
      actorKind: { derived: '`decisions[].is_automated`' },
      actorId: MODERATION,
      rule: MODERATION,
      undo: { technical: 'what was removed, for the case that it is restored' },
      createdAt: { exported: 'decisions[].decided_at' },
      endedAt: { exported: 'decisions[].ended_at' },
    },
  },
  caseLetters: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      caseNumber: { derived: 'the decision, report or complaint that it tells of' },
      kind: { derived: 'the mail that carries it' },
      memberId: MEMBER,
      email: { derived: 'the address of the complaint or notice' },
      locale: { derived: 'the language of the complaint or notice' },
      reference: { derived: 'the complaint or notice' },
      mailId: INTERNAL_ID,
      createdAt: { derived: 'the decision' },
      acceptedAt: { derived: 'the mail that carries it' },
    },
  },
  cancellations: {
    erasure: 'deleted',
    columns: {
      number: { exported: 'cancellations[].number' },
      memberId: MEMBER,
      email: { exported: 'cancellations[].email' },
      locale: { exported: 'cancellations[].locale' },
      kind: { exported: 'cancellations[].kind' },
      orderNumber: { exported: 'cancellations[].order' },
      endsOn: { exported: 'cancellations[].ends_on' },
      reason: { exported: 'cancellations[].reason' },
      createdAt: { exported: 'cancellations[].received_at' },
      closedAt: { exported: 'cancellations[].closed_at' },
    },
  },
  creditLots: {
    erasure: 'deleted',
    columns: {
      id: { exported: 'credit_lots[].id' },
      memberId: MEMBER,
      source: { exported: 'credit_lots[].source' },
      reference: { exported: 'credit_lots[].order' },
      remaining: { exported: 'credit_lots[].remaining' },
      note: { exported: 'credit_lots[].note' },
      createdAt: { exported: 'credit_lots[].created_at' },
    },
  },
  ledgerLines: {
    erasure: 'deleted',
    columns: {
      id: { exported: 'ledger[].id' },
      memberId: MEMBER,
      amount: { exported: 'ledger[].amount' },
      reason: { exported: 'ledger[].reason' },
      reference: { exported: 'ledger[].order' },
      createdAt: { exported: 'ledger[].created_at' },
      lotId: { exported: 'ledger[].lot' },
    },
  },
  debts: { erasure: 'deleted', columns: { memberId: MEMBER, owed: { exported: 'debts.owed' } } },
  debtLines: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      amount: { exported: 'debts.lines[].amount' },
      reason: { exported: 'debts.lines[].reason' },
      reference: { exported: 'debts.lines[].order' },
      createdAt: { exported: 'debts.lines[].at' },
    },
  },
  spendingLimits: {
    erasure: 'deleted',
    columns: {
      memberId: MEMBER,
      day: { exported: 'spending_limits[].day' },
      week: { exported: 'spending_limits[].week' },
      month: { exported: 'spending_limits[].month' },
      pending: { exported: 'spending_limits[].pending' },
      pendingFrom: { exported: 'spending_limits[].pending_from' },
      currency: { exported: 'spending_limits[].currency' },
    },
  },
  orders: {
    erasure: { anonymous: 'memberId', years: ORDERS_KEPT_YEARS },
    columns: {
      id: { exported: 'orders[].id' },
      memberId: MEMBER,
      nonce: { technical: 'finds a repeated order' },
      kind: { exported: 'orders[].kind' },
      productId: { exported: 'orders[].product' },
      credits: { exported: 'orders[].credits' },
      extraCredits: { exported: 'orders[].extra_credits' },
      months: { exported: 'orders[].months' },
      country: { exported: 'orders[].country' },
      currency: { exported: 'orders[].price.currency' },
      fullAmount: { exported: 'orders[].full_price.amount' },
      amount: { exported: 'orders[].price.amount' },
      vatRate: { exported: 'orders[].vat.percent' },
      vatAmount: { exported: 'orders[].vat.amount' },
      exchangeRates: { technical: 'a setting of the operator at that time' },
      discountCode: { exported: 'orders[].discount_code' },
      method: { exported: 'orders[].payment_method' },
      provider: { exported: 'orders[].provider' },
      providerRef: PROVIDER_SECRET,
      redirect: PROVIDER_SECRET,
      status: { exported: 'orders[].status' },
      renews: { exported: 'orders[].renews' },
      renewalOf: INTERNAL_ID,
      returnedAmount: { exported: 'orders[].returned.amount' },
      isChargedBack: { exported: 'orders[].is_charged_back' },
      withdrawnCredits: { exported: 'orders[].withdrawn.credits' },
      withdrawnAmount: { exported: 'orders[].withdrawn.amount' },
      takenCredits: { derived: 'the lines of ledger and debts' },
      revision: { technical: 'counts changes of the row' },
      createdAt: { exported: 'orders[].created_at' },
      paidAt: { exported: 'orders[].paid_at' },
      dueAt: RETRY,
      tries: RETRY,
    },
  },
  entitlements: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      source: { exported: 'premium[].source' },
      orderId: { exported: 'premium[].order' },
      planId: { exported: 'premium[].plan' },
      fromAt: { exported: 'premium[].from' },
      untilAt: { exported: 'premium[].until' },
      renews: { exported: 'premium[].renews' },
      state: { exported: 'premium[].state' },
      provider: { derived: 'the order' },
      subscription: PROVIDER_SECRET,
      customer: PROVIDER_SECRET,
      createdAt: { exported: 'premium[].created_at' },
    },
  },
  operators: { erasure: 'deleted', columns: { memberId: MEMBER, role: AT_THE_DESK, addedAt: AT_THE_DESK } },
  operatorEnrolments: {
    erasure: 'deleted',
    columns: { memberId: MEMBER, codeHash: { technical: 'a secret' }, createdAt: AT_THE_DESK, expiresAt: AT_THE_DESK },
  },
  operatorPasskeys: {
    erasure: 'deleted',
    columns: {
      id: AT_THE_DESK,
      memberId: MEMBER,
      publicKey: AT_THE_DESK,
      counter: AT_THE_DESK,
      transports: AT_THE_DESK,
      name: AT_THE_DESK,
      createdAt: AT_THE_DESK,
      usedAt: AT_THE_DESK,
    },
  },
  operatorSessions: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      passkeyId: AT_THE_DESK,
      tokenHash: { technical: 'a secret' },
      device: AT_THE_DESK,
      createdAt: AT_THE_DESK,
      seenAt: AT_THE_DESK,
      confirmedAt: AT_THE_DESK,
      expiresAt: AT_THE_DESK,
    },
  },
  operatorChallenges: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      purpose: { technical: 'part of a login that is not finished' },
      challenge: { technical: 'a secret' },
      sessionId: INTERNAL_ID,
      codeHash: { technical: 'a secret' },
      expiresAt: { technical: 'part of a login that is not finished' },
    },
  },
  operatorActivity: {
    erasure: { anonymous: 'operatorId', years: OPERATOR_RECORD_YEARS },
    columns: {
      id: INTERNAL_ID,
      actor: WORK_RECORD,
      operatorId: WORK_RECORD,
      act: WORK_RECORD,
      aboutId: WORK_RECORD,
      subject: WORK_RECORD,
      amount: WORK_RECORD,
      reason: WORK_RECORD,
      createdAt: WORK_RECORD,
    },
  },
  settingChanges: {
    erasure: { anonymous: 'operatorId', years: OPERATOR_RECORD_YEARS },
    columns: {
      id: INTERNAL_ID,
      key: WORK_RECORD,
      before: WORK_RECORD,
      after: WORK_RECORD,
      actor: WORK_RECORD,
      operatorId: WORK_RECORD,
      createdAt: WORK_RECORD,
    },
  },
  products: 'not personal',
  prices: 'not personal',
  paymentMethods: 'not personal',
  erasedMembers: {
    erasure: { expires: '365 days after the erasure, for the restore of a backup' },
    columns: { id: NO_ACCOUNT, erasedAt: NO_ACCOUNT },
  },
  eventOutbox: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      event: { derived: 'the rows whose change it tells' },
      createdAt: { derived: 'the rows whose change it tells' },
      dueAt: RETRY,
      tries: RETRY,
      isPushQueued: RETRY,
    },
  },
  mails: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      kind: { exported: 'mails[].kind' },
      recipient: { derived: 'the address of the account or of a change of it' },
      subject: MAIL_CONTENT,
      text: MAIL_CONTENT,
      html: MAIL_CONTENT,
      headers: MAIL_CONTENT,
      createdAt: { exported: 'mails[].created_at' },
      dueAt: RETRY,
      tries: RETRY,
      acceptedAt: { exported: 'mails[].accepted_at' },
    },
  },
  mailbox: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      recipient: { derived: 'the address of the account or of a change of it' },
      subject: MAIL_CONTENT,
      text: MAIL_CONTENT,
      html: MAIL_CONTENT,
      headers: MAIL_CONTENT,
    },
  },
  discounts: {
    erasure: { anonymous: 'memberId', years: ORDERS_KEPT_YEARS },
    columns: {
      code: { exported: 'discounts.offered[].code' },
      kind: { derived: 'its member: only stay codes have one' },
      percent: { exported: 'discounts.offered[].percent' },
      extraCredits: NOT_OF_STAY_CODES,
      startsAt: { exported: 'discounts.offered[].from' },
      endsAt: { exported: 'discounts.offered[].until' },
      hours: NOT_OF_STAY_CODES,
      maxUses: { technical: 'the same for all stay codes' },
      maxUsesPerAccount: { technical: 'the same for all stay codes' },
      memberId: MEMBER,
      createdAt: { derived: 'the time from which on the code holds' },
    },
  },
  discountUses: {
    erasure: { anonymous: 'memberId', years: ORDERS_KEPT_YEARS },
    columns: {
      orderId: { exported: 'discounts.used[].order' },
      code: { exported: 'discounts.used[].code' },
      memberId: MEMBER,
      state: { exported: 'discounts.used[].state' },
      createdAt: { exported: 'discounts.used[].at' },
    },
  },
  likes: {
    erasure: 'deleted',
    columns: {
      likerId: { exported: ['user.id', 'likes_received[].id'] },
      likedId: { exported: ['user.id', 'likes_given[].id'] },
      isNew: { derived: '`user.badge.new_likes` of those received; of those given it tells what the other has seen' },
      createdAt: { exported: ['likes_given[].at', 'likes_received[].at'] },
    },
  },
  likeNotificationLog: {
    erasure: 'deleted',
    columns: {
      likerId: MEMBER,
      likedId: { technical: 'suppresses a second notification' },
      likeNotifiedAt: { technical: 'suppresses a second notification' },
      wasSeen: { technical: 'suppresses a second notification' },
      matchNotifiedAt: { technical: 'suppresses a second notification' },
    },
  },
  pushSubscriptions: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      sessionId: INTERNAL_ID,
      endpoint: PUSH_SECRET,
      p256dh: PUSH_SECRET,
      auth: PUSH_SECRET,
      createdAt: { exported: 'push_devices[].created_at' },
      seenAt: { exported: 'push_devices[].seen_at' },
    },
  },
  pushes: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      kind: { exported: 'pushes[].kind' },
      tag: INTERNAL_ID,
      subscriptionId: INTERNAL_ID,
      conversationId: INTERNAL_ID,
      count: { technical: 'counts the events that become one push' },
      createdAt: { exported: 'pushes[].created_at' },
      dueAt: { exported: 'pushes[].due_at' },
      tries: RETRY,
    },
  },
  notificationSettings: {
    erasure: 'deleted',
    columns: {
      memberId: MEMBER,
      matrix: { exported: 'notification_settings[].chosen' },
      quietFrom: { exported: 'notification_settings[].quiet_from' },
      quietTo: { exported: 'notification_settings[].quiet_to' },
      readTo: { exported: 'notification_settings[].read_to' },
      seenTo: { exported: 'notification_settings[].seen_to' },
      dailyDueAt: { derived: 'the chosen cadences and the time zone' },
      weeklyDueAt: { derived: 'the chosen cadences and the time zone' },
      dailySince: { derived: 'the last summary' },
      weeklySince: { derived: 'the last summary' },
    },
  },
  accountNotifications: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      memberId: MEMBER,
      kind: { exported: 'account_notifications[].kind' },
      event: { exported: 'account_notifications[].event' },
      country: { exported: 'account_notifications[].country' },
      createdAt: { exported: 'account_notifications[].at' },
    },
  },
  images: {
    erasure: 'deleted',
    columns: {
      id: { exported: 'user.profile.images[].id' },
      memberId: MEMBER,
      position: { derived: 'the order of `user.profile.images`' },
      thumb: { exported: 'user.profile.images[].thumb_filename' },
      medium: { exported: 'user.profile.images[].medium_filename' },
      large: { exported: 'user.profile.images[].large_filename' },
      width: { exported: 'user.profile.images[].width' },
      height: { exported: 'user.profile.images[].height' },
      thumbhash: { exported: 'user.profile.images[].thumbhash' },
      isNude: { exported: 'user.profile.images[].is_nude' },
      isNudeByCheck: { exported: 'user.profile.images[].is_nude_by_check' },
      heldSince: { derived: '`user.profile.images[].is_held`' },
      checkDueAt: RETRY,
      checkTries: RETRY,
      acceptedBy: { technical: 'how the photo check decided, which the photo itself shows' },
    },
  },
  memberFields: {
    erasure: 'deleted',
    columns: { memberId: MEMBER, fieldId: { exported: 'user.profile.fields' }, value: { exported: 'user.profile.fields' } },
  },
  memberPrompts: {
    erasure: 'deleted',
    columns: {
      memberId: MEMBER,
      promptId: { exported: 'user.profile.prompts[].id' },
      position: { derived: 'the order of `user.profile.prompts`' },
      answer: { exported: 'user.profile.prompts[].text' },
    },
  },
  memberInterests: { erasure: 'deleted', columns: { memberId: MEMBER, interestId: { exported: 'user.profile.interests' } } },
  removedPhotos: {
    erasure: { expires: 'as a rule of `worker/domain/retention.ts` says; its file when that is hashed' },
    columns: {
      number: { technical: 'names a removal and no member' },
      reason: { technical: 'of a photo that no profile shows any longer' },
      removedBy: { technical: 'of a photo that no profile shows any longer' },
      removedAt: { technical: 'of a photo that no profile shows any longer' },
      file: { technical: 'a file that no profile shows any longer' },
      dueAt: RETRY,
      tries: RETRY,
    },
  },
  removedPhotoHashes: 'not personal',
  fileRemovals: {
    erasure: { expires: 'when the file is deleted' },
    columns: { name: { technical: 'a file that no profile shows any longer' }, dueAt: RETRY, tries: RETRY },
  },
  quotes: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      authorId: MEMBER,
      ownerId: EITHER_MEMBER,
      messageId: INTERNAL_ID,
      imageId: { exported: ['conversations[].messages[].about.photo.id', 'likes_given[].about.photo.id'] },
      promptId: { exported: ['conversations[].messages[].about.prompt', 'likes_given[].about.prompt'] },
      fieldId: { exported: ['conversations[].messages[].about.field', 'likes_given[].about.field'] },
      text: { exported: ['conversations[].messages[].about', 'likes_given[].about'] },
      createdAt: { derived: 'the message or the like' },
    },
  },
  blocks: {
    erasure: 'deleted',
    columns: { blockerId: MEMBER, blockedId: { exported: 'blocked[].id' }, createdAt: { exported: 'blocked[].at' } },
  },
  hides: {
    erasure: 'deleted',
    columns: { memberId: MEMBER, hiddenId: { exported: 'hidden[].id' }, createdAt: { exported: 'hidden[].at' } },
  },
  reports: {
    erasure: 'deleted',
    columns: {
      id: INTERNAL_ID,
      reporterId: MEMBER,
      reportedId: { exported: 'reports[].profile' },
      reason: { exported: 'reports[].reason' },
      text: { exported: 'reports[].text' },
      messageIds: { exported: 'reports[].messages' },
      createdAt: { exported: 'reports[].created_at' },
      closedAt: { exported: 'reports[].closed_at' },
    },
  },
  dailyFigures: 'not personal',
  siteState: 'not personal',
  sweepLeases: 'not personal',
  vitals: 'not personal',
} as const satisfies Classes;
