import {
  type AccessRow,
  type Answers,
  type AnswersByColumn,
  mapAnswers,
  toAll,
  toMembers,
  toVisitorsAndMembers,
} from './access-columns.ts';
import { withFields } from './answer-shape.ts';
import { OPERATOR_ACCESS } from './operator-access.ts';
import {
  CARD,
  CONVERSATION,
  GONE_CARD,
  GONE_CONVERSATION,
  IMAGE,
  LOGGED_IN_USER,
  liked,
  MESSAGE,
  MONEY,
  NO_SENDING,
  OFFLINE,
  OTHERS_ORDER,
  OWN_IMAGE,
  OWN_ORDER,
  profilesByOwner,
  QUOTED_PROMPT,
  SEARCH,
  SETTINGS,
  SIGNED_UP_USER,
  USER,
  VISITORS_CARD,
  VISITORS_PROFILE,
} from './shared-shapes.ts';

const UNKNOWN = '404 not_found';
const BLOCKED = '403 blocked';
const SELF = '422 invalid';
/** Members who must not be known: banned and deleted ones, and whoever blocks the caller, are answered like an unknown id. */
const WITHOUT_GONE = { banned: UNKNOWN, deleted: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN } as const;

/** What is done to another member: oneself is refused. */
const otherMember = (answer: string, changes: Exclude<Answers, string> = {}): Answers => ({
  rest: answer,
  own: SELF,
  ...WITHOUT_GONE,
  ...changes,
});
/** The object is the caller's; that of anybody else is answered like an unknown id. */
const ownObject = (answer: string): Answers => ({ rest: UNKNOWN, own: answer });
/** The object is a conversation of the caller; one of strangers is answered like an unknown id. */
const ownConversation = (answer: string, changes: Exclude<Answers, string> = {}): Answers => ({
  rest: answer,
  stranger: UNKNOWN,
  nobody: UNKNOWN,
  ...changes,
});

/** What a list says of those whom the caller knows; `shape` writes it with the card of one of them, and the list is silent about others. */
const listed = (whole: string, shape: (card: string) => string, changes: Exclude<Answers, string> = {}): Answers => ({
  rest: shape(CARD),
  whole: `200 ${whole}`,
  own: 'nothing',
  invisible: shape(withFields(CARD, OFFLINE)),
  banned: shape(GONE_CARD),
  deleted: shape(GONE_CARD),
  blocker: shape(GONE_CARD),
  stranger: 'nothing',
  ...changes,
});
/** Whom the search of anybody does not find, whom that of the caller does not, and whom a list of likes leaves out. */
const NOT_SEARCHABLE = { paused: 'nothing', unconfirmed: 'nothing', banned: 'nothing', deleted: 'nothing' } as const;
const NOT_FOUND = { ...NOT_SEARCHABLE, blocked: 'nothing', blocker: 'nothing', hidden: 'nothing' } as const;
const NOT_LISTED = { banned: 'nothing', deleted: 'nothing', blocked: 'nothing', blocker: 'nothing' } as const;

/** A card as it stands in a list that also holds cards of members who are gone. */
const ANY_CARD = CARD.replace('is_online', 'is_gone?,is_online');

const NOTIFICATION_SETTINGS =
  'settings{matrix{account{mail,push},like{mail,push},match{mail,push},message{mail,push},offer{mail,push}},-quiet_from,-quiet_to}';
const notificationsOf = (card: string, about = `about{${QUOTED_PROMPT}}?,`) =>
  `items[]{${about}at,count,-country,-event,id,-is_read,kind,profile{${card}},url}`;
/** Of somebody whose like does not show there is only the conversation, whose messages are too many for a quote. */
const messageNoticeOf = (card: string) => notificationsOf(card, '');
const NOTIFICATIONS = `${notificationsOf(ANY_CARD)},-next,${NOTIFICATION_SETTINGS},unread`;
const chatsOf = (card: string) =>
  `chats[]{conversation{id,-is_aside,last_message{created_at,sender_id,seq,text},updated_at},num_unread_messages,profile{${card}}}`;
/** The conversations of a member who has met everybody. */
export const CHATS = `${chatsOf(ANY_CARD)},-next,total`;
const likesGivenOf = (card: string) => `profiles[]{about{${QUOTED_PROMPT}},${card.replace('main_image', 'liked_at,main_image')}}`;
const likesOf = (card: string) =>
  `liked_by[]{about{${QUOTED_PROMPT}},${card.replace('main_image', 'like_new,liked_at,main_image')}},${likesGivenOf(card)}`;
const LIKERS_SHOWN: AnswersByColumn = { ...NOT_LISTED, unconfirmed: likesGivenOf(CARD) };
/** One member who likes the caller has quoted nothing. */
export const LIKES = `${likesOf(CARD).replace('},age', '}?,age').replace('},profiles', '},-next,profiles')},totals{liked_by,matches,new_likes,profiles}`;
/** An unconfirmed caller matches nobody. */
export const UNCONFIRMED_LIKES = withFields(LIKES, { matches: false });
const ledgerOf = (card: string) => `ledger[]{amount,at,id,profile{${card}},reason,-transaction}`;
const profilesOf = (card: string) => `profiles[]{${card}}`;
const VISITORS_SEARCH = withFields(SEARCH, { country: false, walk: false });

const QUOTED_BY_BOTH = `about{field?,photo{${IMAGE}}?,text?,value?}`;
/** The same of a conversation with somebody who cannot be shown, of whom nothing is quoted. */
const QUOTED_BY_OTHER = `about{field?,photo{${IMAGE}}?,value?}?`;
const conversationsOf = (name: string, about = QUOTED_BY_BOTH) =>
  `conversations[]{-deleted_to,id,messages[]{${about},created_at,from,seq,text},-read_to,with{id,${name}}}`;
const exportOf = (user: string) =>
  [
    `-account_notifications,blocked[]{at,id},-cancellations,-complaints,${conversationsOf('name', `${QUOTED_BY_BOTH}?`)},credit_lots[]{created_at,id,-note,-order,remaining,source}`,
    'debts{-lines,-owed},-decisions,discounts{-offered,-used},exported_at,hidden[]{at,id},-known_devices,-known_networks,last_active_at',
    `ledger[]{amount,created_at,id,lot,-order,reason},likes_given[]{about{${QUOTED_PROMPT}},at,id},likes_received[]{about{${QUOTED_PROMPT}},at,id},-limited_until,-mail_changes,-mails,-notices,-notification_settings`,
    `orders[]{country,created_at,credits,-discount_code,-extra_credits,full_price{${MONEY}},id,-is_charged_back,kind,-months,-paid_at`,
    `payment_method,price{${MONEY}},product,provider,-renews,returned{-amount,currency},status,vat{amount,currency,percent}`,
    'withdrawn{-amount,-credits,currency}},-payment_country_changed_at,-premium,push_devices[]{created_at,device,seen_at},-pushes,-reports,-saved_search,sensitive_consent{-ended_at,given_at,version}',
    `sessions[]{created_at,device,last_seen_at},-signup_origin,-spending_limits,user{${user}}`,
  ].join();
const SHOP = [
  'currency,-discount,is_open,-last_order,-limits,-open_order,-owed',
  `packs[]{credits,full_price{${MONEY}},id,price{${MONEY}}},payment_country,payment_methods[]{id,name,renews}`,
  `plans[]{can_renew,full_price{${MONEY}},gives[],id,months,price{${MONEY}}},-premium,-renewal,-unusual,vat_percent`,
].join();
const TRANSACTIONS = `${ledgerOf(ANY_CARD)},-next,transactions[]{created_at,credits,id,-months,pack,-plan,price{${MONEY}},status}`;
const SENT = `201 credits,message{${MESSAGE}},send_pass`;
const LIKED = '200 did_like_profile,-match';
const READ = '200 read_to,unread{conversation,total,unseen_notifications}';
const UNCONFIRMED_USER = withFields(USER, { activated: false });
/** The own account, to a confirmed and to an unconfirmed member. */
const OWN_ACCOUNT = [`200 user{${USER}}`, `200 user{${UNCONFIRMED_USER}}`] as const;
/** What an export says of another member: the name of somebody who is gone is left out, and so is a like that the caller may not see. */
const exported = (user: string): Answers => {
  const [given, received] = [`likes_given[]{about{${QUOTED_PROMPT}},at,id}`, `likes_received[]{about{${QUOTED_PROMPT}},at,id}`];
  const rest = `${conversationsOf('name')},${given}`;
  const gone = `${conversationsOf('-name', QUOTED_BY_OTHER)},likes_given[]{-about,at,id}`;
  const withTheirLike = `${rest},${received}`;
  return {
    rest: withTheirLike,
    whole: `200 ${exportOf(user)}`,
    own: 'nothing',
    unconfirmed: rest,
    banned: gone,
    deleted: gone,
    blocker: gone,
    blocked: `blocked[]{at,id},${rest}`,
    hidden: withTheirLike.replace(',likes_given', ',hidden[]{at,id},likes_given'),
    stranger: 'nothing',
  };
};
/** A conversation, by whom it is with; `changes` are those for every member who is shown. */
const conversations = (changes = {}): Answers => {
  const shown = withFields(CONVERSATION, changes);
  return ownConversation(`200 ${shown}`, {
    invisible: `200 ${withFields(shown, OFFLINE)}`,
    banned: `200 ${GONE_CONVERSATION}`,
    deleted: `200 ${GONE_CONVERSATION}`,
    blocker: `200 ${GONE_CONVERSATION}`,
    unconfirmed: `200 ${shown.replace(liked(true, true), liked(true, false))}`,
    blocked: `200 ${withFields(CONVERSATION, { ...NO_SENDING, typing_pass: false })}`,
  });
};
/** A message into a conversation, by whom it is with. */
const sending = (sent: string): AccessRow =>
  toMembers(
    ownConversation(sent, { ...WITHOUT_GONE, blocked: BLOCKED }),
    ownConversation('403 not_confirmed', { ...WITHOUT_GONE, blocked: BLOCKED }),
  );
/** The answer with the page of a member, by whose it is. */
const profileAnswers = (shapes: AnswersByColumn): AnswersByColumn => ({
  ...mapAnswers(shapes, (shape) => `200 profile{${shape}}`),
  banned: UNKNOWN,
  deleted: UNKNOWN,
  nobody: UNKNOWN,
});
const VISITORS_PROFILES = profileAnswers({ rest: VISITORS_PROFILE });
const membersProfiles = (canChat: boolean): Answers => ({ ...profileAnswers(profilesByOwner(canChat)), ...WITHOUT_GONE });

/** Calls of the desk, for callers who have no session there; what operators get is in operator-access.ts. */
const NOT_AT_THE_DESK: Readonly<Record<string, AccessRow>> = Object.fromEntries(
  Object.keys(OPERATOR_ACCESS).map((name) => [name, toAll('403 signed_out')]),
);

/** The expected answers of every endpoint. An endpoint that is missing here fails the test. */
export const ACCESS: Readonly<Record<string, AccessRow>> = {
  ...NOT_AT_THE_DESK,
  'operator.startLogIn': toAll('403 wrong_credentials'),
  'operator.finishLogIn': toAll('403 passkey_refused'),
  'operator.enrolPasskey': toAll('403 passkey_refused'),
  'account.getUser': toMembers(...OWN_ACCOUNT),
  'signup.signUp': toAll(`201 user{${SIGNED_UP_USER}}`),
  'account.updateUser': toMembers(...OWN_ACCOUNT),
  'session.logIn': toAll(`200 user{${LOGGED_IN_USER}}`),
  'session.logOut': { ...toMembers('200 done'), banned: '200 done' },
  'session.reportPageHidden': toMembers('204'),
  'session.reportPresence': toAll('422 invalid'),
  'session.listSessions': toMembers('200 sessions[]{device,id,is_current,last_seen_at}'),
  'session.endSession': toMembers(ownObject('204')),
  'session.requestPasswordReset': toAll('204'),
  'session.checkReset': toAll('422 invalid'),
  'session.resetPassword': toAll('422 invalid'),
  'session.changePassword': toMembers('204'),
  'signup.validateEmail': toAll('200 email,request_email,status,token'),
  'account.activateByLink': toAll('302 /activate/error'),
  'account.getActivation': toMembers('200 -delivered'),
  'account.resendActivation': toMembers('409 conflict', '204'),
  'account.unsubscribe': toAll('204'),
  'account.openUnsubscribe': toAll('302 /notifications#settings'),
  'account.requestEmailChange': toMembers(...OWN_ACCOUNT),
  'account.confirmEmailChange': toAll('422 invalid'),
  'account.undoEmailChange': toAll('422 invalid'),
  'account.deleteUser': toMembers('204'),
  'account.undeleteUser': toAll('422 invalid'),
  'account.exportAccount': toMembers(exported(USER), exported(UNCONFIRMED_USER)),
  'chat.listChats': toMembers(listed(CHATS, chatsOf, { blocked: 'nothing' })),
  'chat.openConversation': toMembers(otherMember('200 id', { blocked: BLOCKED })),
  'chat.getConversation': toMembers(conversations(), conversations(NO_SENDING)),
  'chat.sendMessage': sending(SENT),
  'chat.sendMessage about their photo': sending(`201 credits,message{about{photo{${IMAGE}}},${MESSAGE}},send_pass`),
  'chat.sendMessage about the photo of another': sending('409 about_gone'),
  // The read mark does not move in a conversation with somebody whom the caller blocks.
  'chat.markMessagesRead': toMembers(ownConversation(READ, { blocked: withFields(READ, { read_to: false }) })),
  'chat.deleteChat': toMembers(ownConversation('204')),
  'chat.getRoom': toMembers('200 expires_at,host,party,room,ticket'),
  'credits.getShop': toVisitorsAndMembers(`200 ${SHOP}`, `200 ${SHOP}`),
  'credits.createOrder': toMembers('201 redirect,transaction{id}', '403 not_confirmed'),
  'credits.changeSpendingLimits': toMembers('200 limits{day,-month,-pending,-set_in,-week}'),
  'credits.getTransaction': toVisitorsAndMembers(
    { rest: `200 transaction{${OTHERS_ORDER}}`, nobody: UNKNOWN },
    { rest: `200 transaction{${OTHERS_ORDER}}`, own: `200 transaction{${OWN_ORDER}}`, nobody: UNKNOWN },
  ),
  // Only a payment provider can sign a payment webhook.
  'credits.receiveWebhook': toAll('400 malformed'),
  'credits.listTransactions': toMembers(listed(TRANSACTIONS, ledgerOf)),
  'credits.cancelOrder': toMembers(ownObject(`200 transaction{${OWN_ORDER}}`)),
  'credits.stopRenewal': toMembers('204'),
  'credits.withdraw': toMembers(ownObject('409 conflict')),
  'discounts.getDiscount': toMembers('204'),
  'discounts.requestStayDiscount': toMembers('204'),
  'notifications.listNotifications': toMembers(
    listed(NOTIFICATIONS, notificationsOf, {
      blocked: 'nothing',
      unconfirmed: messageNoticeOf(CARD),
      banned: messageNoticeOf(GONE_CARD),
      deleted: messageNoticeOf(GONE_CARD),
      blocker: messageNoticeOf(GONE_CARD),
    }),
  ),
  'notifications.updateNotifications': toMembers(`200 ${NOTIFICATION_SETTINGS},-unread,-unseen`),
  'likes.listLikes': toMembers(listed(LIKES, likesOf, LIKERS_SHOWN), listed(UNCONFIRMED_LIKES, likesOf, LIKERS_SHOWN)),
  // The caller has liked everybody they met. Only a confirmed member's like makes a match.
  'likes.likeMember': toMembers(
    otherMember('200 did_like_profile,match', { unconfirmed: LIKED, stranger: LIKED, blocked: BLOCKED }),
    otherMember(LIKED, { blocked: BLOCKED }),
  ),
  'likes.likeMember about their photo': toMembers(
    otherMember('200 did_like_profile,match', { unconfirmed: LIKED, stranger: LIKED, blocked: BLOCKED }),
    otherMember(LIKED, { blocked: BLOCKED }),
  ),
  'likes.likeMember about the photo of another': toMembers(otherMember('409 about_gone', { blocked: BLOCKED })),
  'likes.unlikeMember': toMembers(otherMember('200 -did_like_profile,-match')),
  'likes.markLikeSeen': toMembers(otherMember('204', { unconfirmed: UNKNOWN, blocked: UNKNOWN, stranger: UNKNOWN })),
  'notifications.subscribePush': toMembers('204'),
  'notifications.listPushDevices': toMembers('200 devices[]{created_at,device,id,is_current,seen_at}'),
  'notifications.testPush': toMembers(ownObject('200 outcome')),
  'notifications.deletePushDevice': toMembers(ownObject('204')),
  // A deleted caller is a visitor, to whom the own profile is as unknown as that of others who are deleted.
  'profile.getProfile': {
    ...toVisitorsAndMembers(VISITORS_PROFILES, membersProfiles(true), membersProfiles(false)),
    deleted: { ...VISITORS_PROFILES, own: UNKNOWN },
  },
  'profile.getProfileFields': toAll('200 allowed_values{*}[]{label,value},fields[]{icon,id,label}'),
  'profile.getInterests': toAll('200 interests[]{id,label}'),
  'profile.getPrompts': toAll('200 prompts[]{id,label}'),
  'profile.getRegions': toAll('200 regions[]{id,name}'),
  'photos.uploadPhoto': toMembers(`201 image{${OWN_IMAGE}}`),
  'photos.deletePhoto': toMembers(ownObject('204')),
  'photos.changePhotos': toMembers(ownObject(`200 images[]{${withFields(OWN_IMAGE, { is_nude: true })}}`)),
  'geo.reverseGeocode': toMembers('200 -city,-country,-countryregion'),
  'members.searchMembers': {
    ...toMembers(
      listed(`${SEARCH},${profilesOf(CARD)}`, profilesOf, {
        ...NOT_FOUND,
        stranger: profilesOf(withFields(CARD, { did_like_profile: false })),
      }),
    ),
    visitor: {
      rest: profilesOf(VISITORS_CARD),
      whole: `200 ${VISITORS_SEARCH},${profilesOf(VISITORS_CARD)}`,
      ...NOT_SEARCHABLE,
    },
  },
  'members.countMatches': toAll('200 -is_capped,num_members'),
  'partners.searchCams': toMembers('200 -cams,-flows'),
  // These members see no advertisements, so that every partner is unknown to them.
  'partners.openCam': toMembers(UNKNOWN),
  'partners.openPartner': toMembers(UNKNOWN),
  'safety.listBlocked': toMembers({ rest: 'nothing', whole: `200 -next,${profilesOf(CARD)},total`, blocked: profilesOf(CARD) }),
  'safety.blockMember': toMembers(otherMember('204')),
  'safety.unblockMember': toMembers(otherMember('204')),
  'safety.listHidden': toMembers({ rest: 'nothing', whole: `200 -next,${profilesOf(CARD)},total`, hidden: profilesOf(CARD) }),
  'safety.hideMember': toMembers(otherMember('204')),
  'safety.unhideMember': toMembers(otherMember('204')),
  'safety.reportMember': toMembers(otherMember('204')),
  'cases.makeNotice': toAll('201 number'),
  // A ban is a decision with reasons, which a banned member reads.
  'cases.listDecisions': { ...toMembers('200 -decisions'), banned: '200 -decisions' },
  'cancellations.cancelContract': toAll('201 number,received_at'),
  'complaints.makeComplaint': toAll('201 number'),
  'complaints.getComplaint': toAll(UNKNOWN),
  'transparency.getTransparency': toAll('200 -counted_days,from,next_at,-report,to'),
  'vitals.recordVitals': toAll('204'),
  'settings.getSettings': toAll(`200 ${SETTINGS}`),
  'settings.getCompanyInfo': toAll(
    '200 -address,-authority_email,-city,-country,-dispute_body,-dispute_body_url,-email,-kvk,name,-tradenames,-vat_numbers',
  ),
  // No room server runs in this test; the health check is public.
  'settings.getHealth': toAll('503 db,-migration,-ok,-party,photo_check,schema{applied,is_current,known},sweep{-is_late,-last_at}'),
};
