import { DAY } from '#contract/durations';
import { DEMO_PASSWORD_HASH } from '#db/demo/logins';
import type { CLASSIFICATION } from '#db/privacy/classification';
import type * as schema from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';

type Classes = typeof CLASSIFICATION;
/** A table that can hold data about a person, by the name of its export in `db/schema`. */
export type PersonalTableName = { [Name in keyof Classes]: Classes[Name] extends string ? never : Name }[keyof Classes];
/** Rows by table, each with a value for every column: a new table needs a row here, a new column a value. */
type RowsOfMember = { readonly [Name in PersonalTableName]: readonly Required<(typeof schema)[Name]['$inferInsert']>[] };

/** Others whom the rows of a member name. The id of `partner`, with whom the member writes, has to be higher than the member's. */
export interface OthersOfMember {
  readonly partner: string;
  readonly partnerPhoto: string;
  readonly blocked: string;
  readonly hidden: string;
  /** Whom the member has liked and likes no more. */
  readonly unliked: string;
}

export const MARK = 'a-mark';
export const QUOTED_PROMPT = 'a-prompt-of-the-partner';
export const QUOTED_FIELD = 'a-field-of-the-partner';
const FIRST_NUMBER = 700_000_001;

/** Whether a value of a row is found nowhere else: a text with the mark, or one of the numbers that count up. */
export const isUnique = (value: unknown): boolean =>
  typeof value === 'number' ? value >= FIRST_NUMBER && value < FIRST_NUMBER + 100_000 : String(value).includes(MARK);

/**
 * Rows of one member in every table that can hold data about a person, in an order that foreign keys allow. Where a column takes any
 * text or number, its value is unique (`isUnique`).
 */
export function rowsOfMember(memberId: string, { partner, partnerPhoto, blocked, hidden, unliked }: OthersOfMember): RowsOfMember {
  let next = FIRST_NUMBER;
  /** Counts up without multiples of 100, whose hundredth part, the form of a percentage, would begin many other numbers. */
  const number = () => {
    const taken = next;
    next += next % 100 === 99 ? 2 : 1;
    return taken;
  };
  const text = (name: string) => `${MARK}-${name}-${number()}`;
  const [sessionId, conversationId, orderId, lotId, mailId, imageId] = [1, 2, 3, 4, 5, 6].map(() => text('id')) as [
    ...[string, string, string],
    ...[string, string, string],
  ];
  const code = text('code').toUpperCase().replace(MARK.toUpperCase(), MARK);
  const [passkeyId, deskId] = [text('passkey'), text('desk')];
  const messageIds = [text('message'), text('message'), text('message')] as const;
  const [caseNumber, complaintNumber] = [text('case'), text('number')];
  const farOff = Date.now() + 30 * DAY;
  const mailContent = () => ({ subject: text('subject'), text: text('text'), html: text('html'), headers: { 'X-Mark': text('header') } });
  const quote = () => ({
    id: text('quote'),
    authorId: memberId,
    ownerId: partner,
    createdAt: number(),
    imageId: null,
    promptId: null,
    fieldId: null,
  });
  return {
    members: [
      {
        id: memberId,
        email: `${MARK}@example.org`,
        passwordHash: `${DEMO_PASSWORD_HASH}${MARK}`,
        status: 'active',
        banReason: text('ban'),
        statusBefore: 'active',
        deletedAt: number(),
        deleteReason: text('reason'),
        name: text('name'),
        country: 'NL',
        countryregion: text('region'),
        city: text('city'),
        gender: 'female',
        dateOfBirth: '1994-05-17',
        language: 'nl',
        locale: 'pl',
        timezone: 'Europe/Lisbon',
        personal: text('personal'),
        mainImageId: imageId,
        isFictional: true,
        hasPhoto: true,
        activityBucket: number(),
        lastActiveAt: number(),
        isPaused: true,
        pausedByCase: caseNumber,
        limitedUntil: number(),
        hidePresence: true,
        hideFictional: true,
        allowSearchEngines: true,
        hiddenWords: [text('word')],
        awayMailedAt: number(),
        sensitiveConsentVersion: number(),
        sensitiveConsentAt: number(),
        sensitiveConsentEndedAt: number(),
        savedSearch: { gender: 'male', [text('filter')]: text('filter') },
        credits: number(),
        premiumUntil: number(),
        paymentCountry: 'BE',
        paymentCountryChangedAt: number(),
        lastSignupStep: number(),
        signupKey: text('key'),
        signupOrigin: { referrer: text('origin') },
        createdAt: number(),
      },
    ],
    sessions: [
      {
        id: sessionId,
        memberId,
        tokenHash: text('hash'),
        device: text('device'),
        createdAt: number(),
        seenAt: number(),
        expiresAt: farOff,
      },
    ],
    knownDevices: [{ memberId, device: text('device'), seenAt: number() }],
    knownNetworks: [{ memberId, network: text('network'), country: 'FR', seenAt: number() }],
    emailChanges: [
      {
        ...{ id: text('change'), memberId, oldEmail: text('old'), newEmail: text('new') },
        ...{ createdAt: number(), doneAt: number(), undoneAt: number() },
      },
    ],
    attempts: [{ key: `${text('limit')}:${memberId}`, windowStart: number(), count: number(), endsAt: number() }],
    erasedMembers: [{ id: text('erased'), erasedAt: number() }],
    conversations: [{ id: conversationId, lowerMemberId: memberId, higherMemberId: partner, firstSenderId: memberId, createdAt: number() }],
    messages: messageIds.map((id, i) => ({
      ...{ id, conversationId, seq: i + 1, senderId: memberId, clientId: text('client'), text: text('message'), createdAt: number() },
    })),
    participants: [
      {
        ...{ memberId, conversationId, otherId: partner, lastSeq: 3, lastText: text('last'), lastSenderId: memberId, lastAt: number() },
        ...{ unread: 0, readTo: number(), clearedTo: 2, isListed: true, isAccessible: true, isMessageRequest: true },
      },
    ],
    firstMessages: [{ memberId, conversationId, textHash: text('hash'), createdAt: number() }],
    complaints: [
      {
        ...{ number: complaintNumber, memberId, email: text('email'), name: text('name'), locale: 'it', subject: text('subject') },
        ...{ text: text('complaint'), reference: text('reference'), profileId: partner, createdAt: number(), answer: text('answer') },
        ...{ answerMailedAt: number(), closedAt: number() },
      },
    ],
    cancellations: [
      {
        ...{ number: text('number'), memberId, email: text('email'), locale: 'it', kind: 'for_cause', orderNumber: text('order') },
        ...{ endsOn: text('day'), reason: text('reason'), createdAt: number(), closedAt: number() },
      },
    ],
    orders: [
      {
        ...{ id: orderId, memberId, nonce: text('nonce'), kind: 'pack', productId: text('product'), credits: number() },
        ...{ extraCredits: number(), months: number(), country: 'DE', currency: 'PLN', fullAmount: number(), amount: number() },
        ...{ vatRate: number(), vatAmount: number(), exchangeRates: { PLN: number() }, discountCode: code, method: text('method') },
        ...{ provider: 'test', providerRef: text('ref'), redirect: text('redirect'), status: 'paid', renews: true },
        ...{ renewalOf: text('renewal'), returnedAmount: number(), isChargedBack: true, withdrawnCredits: number() },
        ...{ withdrawnAmount: number(), takenCredits: number(), revision: number(), createdAt: number(), paidAt: number() },
        ...{ dueAt: farOff, tries: number() },
      },
    ],
    creditLots: [
      { id: lotId, memberId, source: 'purchase', reference: orderId, note: text('note'), remaining: number(), createdAt: number() },
    ],
    ledgerLines: [{ id: text('line'), memberId, amount: number(), reason: 'purchase', reference: orderId, createdAt: number(), lotId }],
    debts: [{ memberId, owed: number() }],
    debtLines: [{ id: text('line'), memberId, amount: number(), reason: 'reversal', reference: `${orderId}#2`, createdAt: number() }],
    spendingLimits: [
      {
        ...{ memberId, day: number(), week: number(), month: number(), pending: { day: number(), week: number(), month: number() } },
        ...{ pendingFrom: number(), currency: 'GBP' },
      },
    ],
    entitlements: [
      {
        ...{ id: text('span'), memberId, source: 'order', orderId, planId: text('plan'), fromAt: number(), untilAt: number() },
        ...{ renews: true, state: 'ended', provider: 'test', subscription: text('sub'), customer: text('cus'), createdAt: number() },
      },
    ],
    operators: [{ memberId, role: 'moderator', addedAt: number() }],
    operatorEnrolments: [{ memberId, codeHash: text('hash'), createdAt: number(), expiresAt: farOff }],
    operatorPasskeys: [
      {
        ...{ id: passkeyId, memberId, publicKey: text('key'), counter: number(), transports: [text('transport')], name: text('passkey') },
        ...{ createdAt: number(), usedAt: number() },
      },
    ],
    operatorSessions: [
      {
        ...{ id: deskId, memberId, passkeyId, tokenHash: text('hash'), device: text('device'), createdAt: number(), seenAt: number() },
        ...{ confirmedAt: number(), expiresAt: farOff },
      },
    ],
    operatorChallenges: [
      {
        ...{ id: text('challenge'), memberId, purpose: 'confirm', challenge: text('bytes'), sessionId: deskId, codeHash: text('hash') },
        ...{ expiresAt: farOff },
      },
    ],
    operatorActivity: [
      {
        ...{ id: text('act'), actor: 'operator', operatorId: memberId, act: text('act'), aboutId: partner, subject: text('subject') },
        ...{ amount: number(), reason: text('reason'), createdAt: number() },
      },
    ],
    settingChanges: [
      {
        ...{ id: text('change'), key: text('setting'), before: text('before'), after: text('after'), actor: 'operator' },
        ...{ operatorId: memberId, createdAt: number() },
      },
    ],
    eventOutbox: [
      {
        id: text('event'),
        memberId,
        event: { type: text('event') },
        createdAt: number(),
        dueAt: farOff,
        tries: number(),
        isPushQueued: true,
      },
    ],
    mails: [
      {
        ...{ id: mailId, memberId, kind: 'absence', recipient: text('recipient'), ...mailContent(), createdAt: number() },
        ...{ dueAt: number(), tries: number(), acceptedAt: number() },
      },
    ],
    mailbox: [{ id: mailId, recipient: text('recipient'), ...mailContent() }],
    discounts: [
      {
        ...{ code, kind: 'stay', percent: number(), extraCredits: number(), startsAt: number(), endsAt: number(), hours: number() },
        ...{ maxUses: number(), maxUsesPerAccount: number(), memberId, createdAt: number() },
      },
    ],
    discountUses: [{ orderId, code, memberId, state: 'kept', createdAt: number() }],
    likes: [
      { likerId: memberId, likedId: partner, isNew: true, createdAt: number() },
      { likerId: partner, likedId: memberId, isNew: true, createdAt: number() },
    ],
    likeNotificationLog: [{ likerId: memberId, likedId: unliked, likeNotifiedAt: number(), wasSeen: true, matchNotifiedAt: number() }],
    pushSubscriptions: [
      {
        ...{ id: text('subscription'), memberId, sessionId, endpoint: text('endpoint'), p256dh: text('p256dh'), auth: text('auth') },
        ...{ createdAt: number(), seenAt: number() },
      },
    ],
    pushes: [
      {
        ...{ id: text('push'), memberId, kind: 'like', tag: text('tag'), subscriptionId: text('subscription') },
        ...{ conversationId: text('conversation'), count: number(), createdAt: number(), dueAt: farOff, tries: number() },
      },
    ],
    notificationSettings: [
      {
        ...{ memberId, matrix: { like: { mail: text('cadence') } }, quietFrom: '21:17', quietTo: '06:43', readTo: number() },
        ...{ seenTo: number(), dailyDueAt: farOff, weeklyDueAt: farOff, dailySince: number(), weeklySince: number() },
      },
    ],
    accountNotifications: [{ id: text('notice'), memberId, kind: 'account', event: text('event'), country: 'ES', createdAt: number() }],
    images: [
      {
        ...{ id: imageId, memberId, position: number(), thumb: text('thumb'), medium: text('medium'), large: text('large') },
        ...{ width: number(), height: number(), thumbhash: text('thumbhash'), isNude: true },
        ...{ isNudeByCheck: true, heldSince: null, checkDueAt: null, checkTries: number(), acceptedBy: 'operator' },
      },
    ],
    memberFields: [{ memberId, fieldId: text('field'), value: text('value') }],
    memberPrompts: [{ memberId, promptId: text('prompt'), position: number(), answer: text('answer') }],
    memberInterests: [{ memberId, interestId: text('interest') }],
    removedPhotos: [
      {
        ...{ number: text('number'), reason: 'other', removedBy: 'operator', removedAt: number() },
        ...{ file: text('file'), dueAt: farOff, tries: number() },
      },
    ],
    fileRemovals: [{ name: text('file'), dueAt: farOff, tries: number() }],
    quotes: [
      { ...quote(), messageId: messageIds[0], imageId: partnerPhoto, text: '' },
      { ...quote(), messageId: messageIds[1], promptId: QUOTED_PROMPT, text: text('words') },
      { ...quote(), messageId: messageIds[2], fieldId: QUOTED_FIELD, text: text('words') },
    ],
    blocks: [{ blockerId: memberId, blockedId: blocked, createdAt: number() }],
    hides: [{ memberId, hiddenId: hidden, createdAt: number() }],
    reports: [
      {
        ...{ id: text('report'), reporterId: memberId, reportedId: partner, reason: 'scam', text: text('report') },
        ...{ messageIds: [newId()], createdAt: number(), closedAt: number() },
      },
    ],
    cases: [
      {
        ...{ number: caseNumber, memberId, subjectKind: 'member', subjectId: memberId, status: 'decided', priority: number() },
        ...{ assigneeId: memberId, createdAt: number(), closedAt: number() },
      },
    ],
    caseSources: [
      {
        ...{ id: text('notice'), caseNumber, kind: 'notice', memberId, reportId: null, complaintNumber, rule: text('rule') },
        ...{
          place: text('place'),
          law: text('law'),
          text: text('notice'),
          name: text('name'),
          email: text('email'),
          locale: text('locale'),
        },
        ...{ evidence: { name: text('evidence') }, createdAt: number() },
      },
    ],
    caseActivity: [
      {
        ...{ id: text('activity'), caseNumber, actorKind: 'operator', actorId: memberId, rule: text('rule'), act: 'looked' },
        ...{ detail: text('detail'), createdAt: number() },
      },
    ],
    caseDecisions: [
      {
        ...{ id: text('decision'), caseNumber, action: 'limit', ground: 'rule', code: 'spam', facts: text('facts') },
        ...{ reply: text('reply'), target: text('target'), until: number(), actorKind: 'operator', actorId: memberId },
        ...{ rule: text('rule'), undo: { text: text('undo') }, createdAt: number(), endedAt: number() },
      },
    ],
    caseLetters: [
      {
        ...{ id: text('letter'), caseNumber, kind: 'statement', memberId, email: text('email'), locale: text('locale') },
        ...{ reference: text('reference'), mailId: text('mail'), createdAt: number(), acceptedAt: number() },
      },
    ],
  };
}
