import type { ObjectOwner, Role } from './access-fixture.ts';

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
const otherMember = (answer: string): AccessRow => ({
  roles: toMembers(answer),
  objects: { own: '422 invalid', other: answer, strangers: answer, blocker: UNKNOWN, nobody: UNKNOWN },
});

/** The object is a photo of the caller; any other photo is answered like an unknown id. */
const ownPhoto = (answer: string): AccessRow => ({
  roles: toMembers(answer),
  objects: { own: answer, strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
});

const CONVERSATION =
  '200 can_send first_messages has_more is_aside is_stranger messages price profile read_by_other_to read_to send_pass typing_pass';
const SEARCH = '200 filter_options loosen paging profiles';
const EXPORT = [
  '200 account_notifications blocked complaints conversations credit_lots debts discounts exported_at hidden known_devices known_networks last_active_at ledger likes_given likes_received',
  'mail_changes mails notification_settings orders premium push_devices pushes reports saved_search sessions signup_origin spending_limits user',
].join(' ');
const SHOP =
  '200 currency discount is_open last_order limits open_order owed packs payment_country payment_methods plans premium renewal unusual vat_percent';
const SETTINGS = [
  '200 cdn_prefix countries csrf delete_discount domain_language geoip_country geoip_selected_country locales logged_out_search',
  'logged_out_search_trafficsource member_resell message_prices min_age minimum_message_costs name push_pub region_data search_fields',
  'signups support_phone template theme_color visible_profile_fields visible_profile_notes',
].join(' ');

/** The expected answers of every endpoint. An endpoint that is missing here fails the test. */
export const ACCESS: Readonly<Record<string, AccessRow>> = {
  'account.getUser': { roles: toMembers('200 user') },
  'signup.signUp': { roles: toAll('201 user') },
  'account.updateUser': { roles: toMembers('200 user') },
  'session.logIn': { roles: toAll('200 user') },
  'session.logOut': { roles: { ...toMembers('200 done'), banned: '200 done' } },
  'session.reportPageHidden': { roles: toMembers('204') },
  'session.reportPresence': { roles: toAll('422 invalid') },
  'session.listSessions': { roles: toMembers('200 sessions') },
  'session.endSession': { roles: toMembers('204'), objects: { own: '204', strangers: UNKNOWN, nobody: UNKNOWN } },
  'session.requestPasswordReset': { roles: toAll('204') },
  'session.checkReset': { roles: toAll('422 invalid') },
  'session.resetPassword': { roles: toAll('422 invalid') },
  'session.changePassword': { roles: toMembers('204') },
  'signup.validateEmail': { roles: toAll('200 email request_email status token') },
  'account.activateByLink': { roles: toAll('302 /activate/error') },
  'account.getActivation': { roles: toMembers('200 delivered') },
  'account.resendActivation': { roles: toMembers('409 conflict', '204') },
  'account.unsubscribe': { roles: toAll('204') },
  'account.openUnsubscribe': { roles: toAll('302 /notifications#settings') },
  'account.requestEmailChange': { roles: toMembers('200 user') },
  'account.confirmEmailChange': { roles: toAll('422 invalid') },
  'account.undoEmailChange': { roles: toAll('422 invalid') },
  'account.deleteUser': { roles: toMembers('204') },
  'account.undeleteUser': { roles: toAll('422 invalid') },
  'account.exportAccount': { roles: toMembers(EXPORT) },
  'chat.listChats': { roles: toMembers('200 chats next total') },
  'chat.openConversation': otherMember('200 id'),
  'chat.getConversation': {
    roles: toMembers(CONVERSATION),
    objects: { own: CONVERSATION, strangers: UNKNOWN, blocker: CONVERSATION, nobody: UNKNOWN },
  },
  'chat.sendMessage': {
    roles: toMembers('201 credits message send_pass', '403 not_confirmed'),
    objects: { own: '201 credits message send_pass', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'chat.markMessagesRead': {
    roles: toMembers('200 read_to unread'),
    objects: { own: '200 read_to unread', strangers: UNKNOWN, blocker: '200 read_to unread', nobody: UNKNOWN },
  },
  'chat.deleteChat': { roles: toMembers('204'), objects: { own: '204', strangers: UNKNOWN, blocker: '204', nobody: UNKNOWN } },
  'chat.getRoom': { roles: toMembers('200 expires_at host room ticket') },
  'credits.getShop': { roles: { ...toAll(SHOP), banned: '403 banned' } },
  'credits.createOrder': { roles: toMembers('201 redirect transaction', '403 not_confirmed') },
  'credits.changeSpendingLimits': { roles: toMembers('200 limits') },
  'credits.getTransaction': {
    roles: { ...toAll('200 transaction'), banned: '403 banned' },
    objects: { own: '200 transaction', strangers: '200 transaction', blocker: '200 transaction', nobody: UNKNOWN },
  },
  // Only a payment provider can sign a payment webhook.
  'credits.receiveWebhook': { roles: toAll('400 malformed') },
  'credits.listTransactions': { roles: toMembers('200 ledger next transactions') },
  'credits.cancelOrder': {
    roles: toMembers('200 transaction'),
    objects: { own: '200 transaction', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'credits.stopRenewal': { roles: toMembers('204') },
  'credits.withdraw': {
    roles: toMembers('409 conflict'),
    objects: { own: '409 conflict', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'discounts.getDiscount': { roles: toMembers('204') },
  'discounts.requestStayDiscount': { roles: toMembers('204') },
  'notifications.listNotifications': { roles: toMembers('200 items next settings unread') },
  'notifications.updateNotifications': { roles: toMembers('200 settings unread') },
  'likes.listLikes': { roles: toMembers('200 liked_by next profiles totals') },
  'likes.likeMember': otherMember('200 did_like_profile match'),
  'likes.unlikeMember': otherMember('200 did_like_profile match'),
  'likes.markLikeSeen': {
    roles: toMembers('204'),
    objects: { own: '422 invalid', other: '204', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'notifications.subscribePush': { roles: toMembers('204') },
  'notifications.listPushDevices': { roles: toMembers('200 devices') },
  'notifications.testPush': {
    roles: toMembers('200 outcome'),
    objects: { own: '200 outcome', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'notifications.deletePushDevice': {
    roles: toMembers('204'),
    objects: { own: '204', strangers: UNKNOWN, blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'profile.getProfile': {
    roles: { ...toAll('200 profile'), banned: '403 banned' },
    objects: { own: '200 profile', other: '200 profile', strangers: '200 profile', blocker: UNKNOWN, nobody: UNKNOWN },
  },
  'profile.getProfileFields': { roles: toAll('200 allowed_values fields') },
  'profile.getInterests': { roles: toAll('200 interests') },
  'profile.getRegions': { roles: toAll('200 regions') },
  'photos.uploadPhoto': { roles: toMembers('201 image') },
  'photos.deletePhoto': ownPhoto('204'),
  'photos.changePhotos': ownPhoto('200 images'),
  'geo.reverseGeocode': { roles: toMembers('200 city country countryregion') },
  'members.searchMembers': { roles: { ...toMembers(SEARCH), visitor: SEARCH } },
  'members.countMatches': { roles: toAll('200 is_capped num_members') },
  'partners.searchCams': { roles: toMembers('200 cams flows') },
  // These members see no advertisements, so that every partner is unknown to them.
  'partners.openCam': { roles: toMembers(UNKNOWN) },
  'partners.openPartner': { roles: toMembers(UNKNOWN) },
  'safety.listBlocked': { roles: toMembers('200 next profiles total') },
  'safety.blockMember': otherMember('204'),
  'safety.unblockMember': otherMember('204'),
  'safety.listHidden': { roles: toMembers('200 next profiles total') },
  'safety.hideMember': otherMember('204'),
  'safety.unhideMember': otherMember('204'),
  'safety.reportMember': otherMember('204'),
  'complaints.makeComplaint': { roles: toAll('201 number') },
  'complaints.getComplaint': { roles: toAll(UNKNOWN) },
  'settings.getSettings': { roles: toAll(SETTINGS) },
  'settings.getCompanyInfo': { roles: toAll('200 address city country kvk name tradenames vat_numbers') },
  // No room server runs in this test; the health check is public.
  'settings.getHealth': { roles: toAll('503 db ok party schema') },
};
