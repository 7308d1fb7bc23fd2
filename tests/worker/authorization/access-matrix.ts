import type { ObjectOwner, Role } from './access-fixture.ts';
import { withFields } from './answer-shape.ts';
import {
  CARD,
  CONVERSATION,
  GONE_CONVERSATION,
  IMAGE,
  LOGGED_IN_USER,
  MESSAGE,
  MONEY,
  OTHERS_ORDER,
  OWN_ORDER,
  PROFILE,
  SIGNED_UP_USER,
  USER,
  VISITORS_CARD,
  VISITORS_PROFILE,
} from './shared-shapes.ts';

/** The expected answers to each role, and to a member by whose object the call names. Objects that are left out are not tested. */
export interface AccessRow {
  readonly roles: Readonly<Record<Role, string>>;
  readonly objects?: Readonly<Partial<Record<ObjectOwner, string>>>;
}

const SIGNED_OUT = '403 signed_out';
const UNKNOWN = '404 not_found';

/** The same for everybody, signed in or not. */
const toAll = (answer: string): AccessRow['roles'] => ({
  visitor: answer,
  unconfirmed: answer,
  member: answer,
  deleted: answer,
  banned: answer,
  expired: answer,
});

/** For members only: an ended session counts as signed out, a ban is named. */
const toMembers = (answer: string, unconfirmed = answer): AccessRow['roles'] => ({
  visitor: SIGNED_OUT,
  unconfirmed,
  member: answer,
  deleted: SIGNED_OUT,
  banned: '403 banned',
  expired: SIGNED_OUT,
});

/** The object is another member: oneself is refused; a member who blocks the caller is answered like an unknown id. */
const otherMember = (answer: string, ofStranger = answer): AccessRow => ({
  roles: toMembers(answer, ofStranger),
  objects: { own: '422 invalid', other: answer, strangers: ofStranger, blocker: UNKNOWN, nobody: UNKNOWN },
});

/** The object is a photo of the caller; any other photo is answered like an unknown id. */
const ownPhoto = (answer: string): AccessRow => ({
  roles: toMembers(answer),
  objects: { own: answer, strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
});

const NOTIFICATION_SETTINGS =
  'settings{matrix{account{mail,push},like{mail,push},match{mail,push},message{mail,push},offer{mail,push}},-quiet_from,-quiet_to}';
/** Of a page of notifications, the caller's conversation with the blocker holds a card that is gone. */
const LISTED_CARD = CARD.replace('is_online', 'is_gone?,is_online');
const NOTIFICATIONS = `items[]{at,count,-country,-event,id,is_read,kind,profile{${LISTED_CARD}},url},-next,${NOTIFICATION_SETTINGS},unread`;
const CHATS = [
  'chats[]{conversation{id,-is_aside,last_message{created_at,sender_id,seq,text},updated_at},-num_unread_messages',
  `profile{${LISTED_CARD}}},-next,total`,
].join();
const LIKES = `liked_by[]{${CARD.replace('main_image', 'like_new,liked_at,main_image')}},-next,-profiles,totals{liked_by,-matches,new_likes,-profiles}`;
const SEARCH = [
  'filter_options{-countries,country,-countryregion,-gender,max_age,min_age,-new_here,-online,-photo,sort},-loosen',
  `paging{-is_capped,num_pages,num_results,page,walk},profiles[]{${CARD}}`,
].join();
const VISITORS_SEARCH = withFields(SEARCH.replace(CARD, VISITORS_CARD), { country: false, walk: false });
const exportOf = (user: string) =>
  [
    '-account_notifications,-blocked,-complaints,conversations[]{id,messages[]{created_at,from,seq,text},with{id,name}},-credit_lots',
    'debts{-lines,-owed},discounts{-offered,-used},exported_at,-hidden,-known_devices,-known_networks,last_active_at,-ledger,-likes_given',
    'likes_received[]{at,id},-mail_changes,-mails,-notification_settings',
    `orders[]{country,created_at,credits,-discount_code,-extra_credits,full_price{${MONEY}},id,-is_charged_back,kind,-months,-paid_at`,
    `payment_method,price{${MONEY}},product,provider,-renews,returned{-amount,currency},status,vat{amount,currency,percent}`,
    'withdrawn{-amount,-credits,currency}},-premium,push_devices[]{created_at,device,seen_at},-pushes,-reports,-saved_search',
    `sessions[]{created_at,device,last_seen_at},-signup_origin,-spending_limits,user{${user}}`,
  ].join();
const SHOP = [
  'currency,-discount,is_open,-last_order,-limits,-open_order,-owed',
  `packs[]{credits,full_price{${MONEY}},id,price{${MONEY}}},payment_country,payment_methods[]{id,name,renews}`,
  `plans[]{can_renew,full_price{${MONEY}},gives[],id,months,price{${MONEY}}},-premium,-renewal,-unusual,vat_percent`,
].join();
const TRANSACTIONS = `-ledger,-next,transactions[]{created_at,credits,id,-months,pack,-plan,price{${MONEY}},status}`;
const SETTINGS = [
  'cdn_prefix,countries[]{code,name},csrf,-delete_discount,domain_language,-geoip_country,-geoip_selected_country,locales[]',
  'logged_out_search,logged_out_search_trafficsource,-member_resell,message_prices{*},min_age,minimum_message_costs{*}{costs,currency},name',
  '-push_pub,-region_data,search_fields[],signups,-support_phone,template,theme_color,visible_profile_fields[],visible_profile_notes[]',
].join();
const SENT = `201 -credits,message{${MESSAGE}},send_pass`;
const READ = '200 read_to,unread{-conversation,-total}';
const OWN = `200 transaction{${OWN_ORDER}}`;
const OTHERS = `200 transaction{${OTHERS_ORDER}}`;
const profileAnswer = (profile: string, fields = {}) => `200 profile{${withFields(profile, fields)}}`;
const UNCONFIRMED_USER = withFields(USER, { activated: false });

/** The expected answers of every endpoint. An endpoint that is missing here fails the test. */
export const ACCESS: Readonly<Record<string, AccessRow>> = {
  'account.getUser': { roles: toMembers(`200 user{${USER}}`, `200 user{${UNCONFIRMED_USER}}`) },
  'signup.signUp': { roles: toAll(`201 user{${SIGNED_UP_USER}}`) },
  'account.updateUser': { roles: toMembers(`200 user{${USER}}`, `200 user{${UNCONFIRMED_USER}}`) },
  'session.logIn': { roles: toAll(`200 user{${LOGGED_IN_USER}}`) },
  'session.logOut': { roles: { ...toMembers('200 done'), banned: '200 done' } },
  'session.reportPageHidden': { roles: toMembers('204') },
  'session.reportPresence': { roles: toAll('422 invalid') },
  'session.listSessions': { roles: toMembers('200 sessions[]{device,id,is_current,last_seen_at}') },
  'session.endSession': { roles: toMembers('204'), objects: { own: '204', strangers: UNKNOWN, nobody: UNKNOWN } },
  'session.requestPasswordReset': { roles: toAll('204') },
  'session.checkReset': { roles: toAll('422 invalid') },
  'session.resetPassword': { roles: toAll('422 invalid') },
  'session.changePassword': { roles: toMembers('204') },
  'signup.validateEmail': { roles: toAll('200 email,request_email,status,token') },
  'account.activateByLink': { roles: toAll('302 /activate/error') },
  'account.getActivation': { roles: toMembers('200 -delivered') },
  'account.resendActivation': { roles: toMembers('409 conflict', '204') },
  'account.unsubscribe': { roles: toAll('204') },
  'account.openUnsubscribe': { roles: toAll('302 /notifications#settings') },
  'account.requestEmailChange': { roles: toMembers(`200 user{${USER}}`, `200 user{${UNCONFIRMED_USER}}`) },
  'account.confirmEmailChange': { roles: toAll('422 invalid') },
  'account.undoEmailChange': { roles: toAll('422 invalid') },
  'account.deleteUser': { roles: toMembers('204') },
  'account.undeleteUser': { roles: toAll('422 invalid') },
  'account.exportAccount': { roles: toMembers(`200 ${exportOf(USER)}`, `200 ${exportOf(UNCONFIRMED_USER)}`) },
  'chat.listChats': { roles: toMembers(`200 ${CHATS}`) },
  'chat.openConversation': otherMember('200 id'),
  'chat.getConversation': {
    roles: toMembers(`200 ${CONVERSATION}`, `200 ${withFields(CONVERSATION, { code: true, ok: false, send_pass: false })}`),
    objects: { own: `200 ${CONVERSATION}`, strangers: UNKNOWN, blocker: `200 ${GONE_CONVERSATION}`, nobody: UNKNOWN },
  },
  'chat.sendMessage': {
    roles: toMembers(SENT, '403 not_confirmed'),
    objects: { own: SENT, strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'chat.markMessagesRead': {
    roles: toMembers(READ),
    objects: { own: READ, strangers: UNKNOWN, blocker: READ, nobody: UNKNOWN },
  },
  'chat.deleteChat': { roles: toMembers('204'), objects: { own: '204', strangers: UNKNOWN, blocker: '204', nobody: UNKNOWN } },
  'chat.getRoom': { roles: toMembers('200 expires_at,host,room,ticket') },
  'credits.getShop': { roles: { ...toAll(`200 ${SHOP}`), banned: '403 banned' } },
  'credits.createOrder': { roles: toMembers('201 redirect,transaction{id}', '403 not_confirmed') },
  'credits.changeSpendingLimits': { roles: toMembers('200 limits{day,-month,-pending,-week}') },
  'credits.getTransaction': {
    roles: { ...toAll(OTHERS), ...{ member: OWN, unconfirmed: OWN, banned: '403 banned' } },
    objects: { own: OWN, strangers: OTHERS, blocker: OTHERS, nobody: UNKNOWN },
  },
  // Only a payment provider can sign a payment webhook.
  'credits.receiveWebhook': { roles: toAll('400 malformed') },
  'credits.listTransactions': { roles: toMembers(`200 ${TRANSACTIONS}`) },
  'credits.cancelOrder': {
    roles: toMembers(OWN),
    objects: { own: OWN, strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'credits.stopRenewal': { roles: toMembers('204') },
  'credits.withdraw': {
    roles: toMembers('409 conflict'),
    objects: { own: '409 conflict', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'discounts.getDiscount': { roles: toMembers('204') },
  'discounts.requestStayDiscount': { roles: toMembers('204') },
  'notifications.listNotifications': { roles: toMembers(`200 ${NOTIFICATIONS}`) },
  'notifications.updateNotifications': { roles: toMembers(`200 ${NOTIFICATION_SETTINGS},-unread`) },
  'likes.listLikes': { roles: toMembers(`200 ${LIKES}`) },
  'likes.likeMember': otherMember('200 did_like_profile,match', '200 did_like_profile,-match'),
  'likes.unlikeMember': otherMember('200 -did_like_profile,-match'),
  'likes.markLikeSeen': {
    roles: toMembers('204'),
    objects: { own: '422 invalid', other: '204', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'notifications.subscribePush': { roles: toMembers('204') },
  'notifications.listPushDevices': { roles: toMembers('200 devices[]{created_at,device,id,is_current,seen_at}') },
  'notifications.testPush': {
    roles: toMembers('200 outcome'),
    objects: { own: '200 outcome', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'notifications.deletePushDevice': {
    roles: toMembers('204'),
    objects: { own: '204', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'profile.getProfile': {
    roles: {
      ...toAll(profileAnswer(VISITORS_PROFILE)),
      member: profileAnswer(PROFILE, { liked_me: true }),
      unconfirmed: profileAnswer(PROFILE, { liked_me: true, can_chat: false }),
      banned: '403 banned',
    },
    objects: {
      own: profileAnswer(PROFILE, { can_chat: false }),
      other: profileAnswer(PROFILE, { liked_me: true }),
      strangers: profileAnswer(PROFILE),
      blocker: UNKNOWN,
      nobody: UNKNOWN,
    },
  },
  'profile.getProfileFields': { roles: toAll('200 allowed_values{*}[]{label,value},fields[]{icon,id,label}') },
  'profile.getInterests': { roles: toAll('200 interests[]{id,label}') },
  'profile.getRegions': { roles: toAll('200 regions[]{id,name}') },
  'photos.uploadPhoto': { roles: toMembers(`201 image{${IMAGE}}`) },
  'photos.deletePhoto': ownPhoto('204'),
  'photos.changePhotos': ownPhoto(`200 images[]{${withFields(IMAGE, { is_nude: true })}}`),
  'geo.reverseGeocode': { roles: toMembers('200 -city,-country,-countryregion') },
  'members.searchMembers': { roles: { ...toMembers(`200 ${SEARCH}`), visitor: `200 ${VISITORS_SEARCH}` } },
  'members.countMatches': { roles: toAll('200 -is_capped,num_members') },
  'partners.searchCams': { roles: toMembers('200 -cams,-flows') },
  // These members see no advertisements, so that every partner is unknown to them.
  'partners.openCam': { roles: toMembers(UNKNOWN) },
  'partners.openPartner': { roles: toMembers(UNKNOWN) },
  'safety.listBlocked': { roles: toMembers('200 -next,-profiles,-total') },
  'safety.blockMember': otherMember('204'),
  'safety.unblockMember': otherMember('204'),
  'safety.listHidden': { roles: toMembers('200 -next,-profiles,-total') },
  'safety.hideMember': otherMember('204'),
  'safety.unhideMember': otherMember('204'),
  'safety.reportMember': otherMember('204'),
  'complaints.makeComplaint': { roles: toAll('201 number') },
  'complaints.getComplaint': { roles: toAll(UNKNOWN) },
  'settings.getSettings': { roles: toAll(`200 ${SETTINGS}`) },
  'settings.getCompanyInfo': { roles: toAll('200 -address,-city,-country,-kvk,name,-tradenames,-vat_numbers') },
  // No room server runs in this test; the health check is public.
  'settings.getHealth': { roles: toAll('503 db,-ok,-party,schema{applied,is_current,known}') },
};
