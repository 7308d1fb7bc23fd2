import type { Owner } from './access-columns.ts';
import { withFields } from './answer-shape.ts';

/** The parts that several answers have, in the notation of `shapeOf`. */

export const MONEY = 'amount,currency';
export const IMAGE = 'height,id,-is_nude,large_filename,medium_filename,thumb_filename,thumbhash,width';
/** A photo of the caller's own. */
export const OWN_IMAGE = 'height,id,-is_held,-is_nude,-is_nude_by_check,large_filename,medium_filename,thumb_filename,thumbhash,width';
export const QUOTED_PROMPT = 'prompt,text';
export const MESSAGE = 'client_id,conversation_id,created_at,id,sender_id,seq,text';

/** The card of a member who is shown to another: online, with a photo, and liked by the caller. */
export const CARD = `age,-age_band,city,country,countryregion,did_like_profile,gender,id,-is_fictional,is_online,language,main_image{${IMAGE}},name,opening_line`;
/** What a visitor gets of it. */
export const VISITORS_CARD = withFields(CARD, { age: false, age_band: true, is_online: false, did_like_profile: false });
/** What tells a card or a profile of somebody who hides the online state from others. */
export const OFFLINE = { is_online: false };
/** The card of somebody who cannot be shown: their id and that they are gone. */
export const GONE_CARD =
  '-age,-age_band,-city,-country,-countryregion,-did_like_profile,-gender,id,-is_fictional,is_gone,-is_online,-language,-main_image,-name,-opening_line';

/** The page of a member whom a confirmed member matches. */
export const PROFILE = [
  'age,-age_band,-blocked,can_chat,city,country,countryregion,did_like_profile,fields{*},gender,id',
  `images[]{${IMAGE}},interests[],-is_fictional,is_new_here,is_online,language,liked_me,main_image{${IMAGE}},name,opening_line,personal,prompts[]{id,text}`,
].join();
/** The profile of somebody with whom the caller has not met, such as themselves. */
export const UNMET = { did_like_profile: false, liked_me: false };
/** What a visitor gets of it. */
export const VISITORS_PROFILE = withFields(PROFILE.replace('fields{*}', '-fields'), {
  ...UNMET,
  age: false,
  age_band: true,
  can_chat: false,
  is_new_here: false,
  is_online: false,
});

/** The page of a member, by whose it is. An unconfirmed member's like does not show. */
export function profilesByOwner(canChat: boolean): Partial<Record<Owner | 'rest', string>> {
  const profile = (fields = {}) => withFields(PROFILE, { can_chat: canChat, ...fields });
  return {
    rest: profile(),
    own: profile({ ...UNMET, can_chat: false }),
    invisible: profile(OFFLINE),
    unconfirmed: profile({ liked_me: false }),
    blocked: profile({ can_chat: false, blocked: true }),
    stranger: profile(UNMET),
  };
}

/** The profile that an account shows its owner. */
const OWN_PROFILE = withFields(PROFILE, { ...UNMET, can_chat: false })
  .replace('-did_like_profile', 'date_of_birth,-did_like_profile')
  .replace(`images[]{${IMAGE}}`, `images[]{${OWN_IMAGE}}`);
/** An account, as only its owner gets it. */
export const USER = [
  'activated,-allow_search_engines,away_mails,badge{new_likes,unread_messages,unseen_notifications},credits,email,fictional_icon,-has_unconsented_answers,-hidden_words,-hide_fictional',
  '-hide_presence,id,-last_signup_step,locale,mailprovider,-paid_user,-paused,-paused_by_decision,payment_country,-premium_until',
  `profile{${OWN_PROFILE}},-search_preference,sensitive_consent{given_at,version},signup_date,-timezone`,
].join();
/** The account that every caller logs in to: it is empty but for the notification of that login, and nobody has met its owner. */
export const LOGGED_IN_USER = withFields(
  USER.replace(`images[]{${OWN_IMAGE}}`, '-images')
    .replace(`main_image{${IMAGE}}`, '-main_image')
    .replace('interests[]', '-interests')
    .replace('fields{*}', '-fields')
    .replace('prompts[]{id,text}', '-prompts'),
  {
    new_likes: false,
    unread_messages: false,
    credits: false,
    is_new_here: false,
    opening_line: false,
    personal: false,
  },
);
/** An account of which the sign-up has asked for no more than the name. */
export const SIGNED_UP_USER = withFields(
  LOGGED_IN_USER.replace('sensitive_consent{given_at,version}', '-sensitive_consent')
    .replace('profile{age,', 'profile{-age,')
    .replace(/city|countryregion|date_of_birth|gender/g, '-$&'),
  { activated: false, credits: true, is_new_here: true, timezone: true, unseen_notifications: false },
);

/** An order as its owner gets it. */
export const OWN_ORDER = [
  'company{-address,-authority_email,-city,-country,-dispute_body,-dispute_body_url,-email,-kvk,name,-tradenames,-vat_numbers},country,created_at,credits,-discount,-extra_credits',
  `full_price{${MONEY}},id,-is_charged_back,is_mine,-is_refund_pending,-is_withdrawn,-months,pack,-paid_at,payment_method,-plan,-premium`,
  `price{${MONEY}},-redirect,returned{-amount,currency},-returned_credits,status,vat{amount{${MONEY}},percent},-withdrawal`,
].join();
/** An order as anybody else gets it. */
export const OTHERS_ORDER = 'id,status';

/** What one of the two has liked of the other, or both. */
export const liked = (mine: boolean, theirs: boolean) =>
  `liked{${mine ? `mine{${QUOTED_PROMPT}}` : '-mine'},${theirs ? `theirs{${QUOTED_PROMPT}}` : '-theirs'}}`;
/** The messages of a conversation in which both have written, and each message quotes a block of the other's profile. */
export const MESSAGES = `about{field?,photo{${IMAGE}}?,text?,value?},${MESSAGE}`;
/** The same with somebody who cannot be shown: of what they have quoted of the caller. */
export const GONE_MESSAGES = `about{field?,photo{${IMAGE}}?,value?}?,${MESSAGE}`;
/** A page of a conversation with somebody who is shown. */
export const CONVERSATION = [
  `can_send{-code,ok},-first_messages,-has_more,-is_aside,-is_stranger,${liked(true, true)}`,
  `messages[]{${MESSAGES}},price{-credits,reason},profile{${CARD}},read_by_other_to,-read_to,send_pass,typing_pass`,
].join();
/** What tells a conversation in which the caller may not send. */
export const NO_SENDING = { code: true, ok: false, send_pass: false };
/** The same with somebody who cannot be shown: nothing can be sent, and no pass is given. */
export const GONE_CONVERSATION = withFields(
  CONVERSATION.replace(CARD, GONE_CARD).replace(liked(true, true), liked(false, false)).replace(MESSAGES, GONE_MESSAGES),
  { ...NO_SENDING, typing_pass: false },
);

/** The settings that every page knows. */
export const SETTINGS = [
  '-asks_tracking_consent,cdn_prefix,countries[]{code,name},csrf,-delete_discount,domain_language,-geoip_country,-geoip_selected_country,locales[]',
  'logged_out_search,logged_out_search_trafficsource,-member_resell,message_prices{*},min_age,minimum_message_costs{*}{costs,currency},name',
  '-push_pub,-region_data,search_fields[],signups,-support_phone,template,theme_color,visible_profile_fields[],visible_profile_notes[]',
  '-vitals_sample',
].join();

/** A page of search results to a member, without the results. */
export const SEARCH = [
  'filter_options{-body_height,-countries,country,-countryregion,-gender,-interests,-looking_for,max_age,min_age,-new_here,-online,-photo,sort},-loosen',
  `paging{-is_capped,-num_fictional,num_pages,num_results,page,walk}`,
].join();
