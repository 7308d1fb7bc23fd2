/** What a moderator and an admin get, both of whom have just confirmed. */
export interface OperatorAccess {
  readonly moderator: string;
  readonly admin: string;
  /** The same call, five minutes after the passkey was used. */
  readonly unconfirmed: 'the same' | 'confirm_needed';
}

const toBoth = (answer: string): OperatorAccess => ({ moderator: answer, admin: answer, unconfirmed: 'the same' });
const confirmed = (answer: string): OperatorAccess => ({ ...toBoth(answer), unconfirmed: 'confirm_needed' });
const toAdmins = (answer: string): OperatorAccess => ({ ...toBoth(answer), moderator: '403 admins_only' });
const toConfirmedAdmins = (answer: string): OperatorAccess => ({ ...toAdmins(answer), unconfirmed: 'confirm_needed' });

const OPERATOR = 'operator{confirmed_until,email,id,name,role,session_ends_at}';
const DESCRIPTOR = '{id,transports[],type}';
const FOUND = 'country,email,id,-is_fictional,name,signed_up_at,status';

/**
 * What operators get of the calls of the desk, in the notation of answer-shape.ts. A call that is missing here fails the test of the access
 * matrix, and so does one whose contract says something else about role and confirmation.
 */
export const OPERATOR_ACCESS: Readonly<Record<string, OperatorAccess>> = {
  'operator.getOperator': toBoth(`200 ${OPERATOR}`),
  'operator.logOutOperator': toBoth('204'),
  'operator.startConfirmation': toBoth(`200 challenge,options{allowCredentials[]${DESCRIPTOR},challenge,rpId,timeout,userVerification}`),
  'operator.confirmOperator': toBoth('403 passkey_refused'),
  'operator.listDeskSessions': toBoth('200 sessions[]{device,ends_at,id,is_current,last_seen_at,passkey,started_at}'),
  'operator.endDeskSession': toBoth('404 not_found'),
  'operator.listOwnActivity': toBoth('200 -acts'),
  'operator.listPasskeys': toBoth('200 passkeys[]{created_at,id,is_current,last_used_at,name}'),
  'operator.startPasskey': confirmed(
    `200 challenge,options{attestation,authenticatorSelection{residentKey,userVerification},challenge,excludeCredentials[]${DESCRIPTOR},pubKeyCredParams[]{alg,type},rp{id,name},timeout,user{displayName,id,name}}`,
  ),
  'operator.addPasskey': confirmed('403 passkey_refused'),
  'operator.deletePasskey': confirmed('404 not_found'),
  'operator.listCases': toBoth('200 -cases,-next'),
  'operator.countWaitingCases': toBoth('200 -count'),
  'operator.takeNextCase': toBoth('200 -number'),
  'operator.takeCase': toBoth('404 not_found'),
  'operator.assignCase': toAdmins('404 not_found'),
  'operator.releaseCase': toBoth('404 not_found'),
  'operator.listColleagues': toAdmins('200 operators[]{id,is_self,name,role}'),
  'operator.getCase': toBoth('404 not_found'),
  'operator.lookAtPhoto': toBoth('404 not_found'),
  // Of decisions those that pause or ban need a confirmation: tests/worker/operator/operated-cases.test.ts.
  'operator.decideCase': toBoth('404 not_found'),
  'operator.restoreDecision': confirmed('404 not_found'),
  'operator.sendLettersAgain': toBoth('404 not_found'),
  // Without figures nobody was paid; the test of the call has what moderators do not get of money.
  'operator.getFigures': toBoth(
    '200 -counted_days,figures[]{figure,-slices,-values[]},handling[]{-count,-median,-medians[],of,ranges[]{-count,hours}},-money,periods[]{from,to},vitals[]{-count,-p75,-values[],vital}',
  ),
  'operator.findMembers': toBoth(`200 -is_capped,members[]{${FOUND}}`),
  'operator.getMember': toBoth(
    '200 -acts,-ban_reason,country,-credits,-deleted_at,email,id,-is_fictional,-is_paused,last_active_at,-ledger,name,-open_complaints,open_reports{-about,-by},-orders,-owed,-premium_until,-renews,sessions,signed_up_at,status',
  ),
  'operator.grantCredits': toConfirmedAdmins('200 credits'),
  'operator.recordRefund': toConfirmedAdmins('404 not_found'),
  'operator.listDiscounts': toAdmins('200 -discounts'),
  'operator.endDiscount': toConfirmedAdmins('404 not_found'),
  'operator.listSettings': toAdmins('200 settings[]{default[],-is_set,key,value[]}'),
  'operator.previewSetting': toAdmins('200 key,value'),
  'operator.saveSetting': toConfirmedAdmins('200 key,value'),
  'operator.resetSetting': toConfirmedAdmins('200 key,value'),
  'operator.listSettingChanges': toAdmins('200 -changes'),
  'operator.revertSetting': toConfirmedAdmins('404 not_found'),
};
