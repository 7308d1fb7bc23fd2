import * as deskSession from '#contract/operator/desk-session';
import * as operatedCases from '#contract/operator/operated-cases';
import * as operatedFigures from '#contract/operator/operated-figures';
import * as operatedMembers from '#contract/operator/operated-members';
import * as operatedSettings from '#contract/operator/operated-settings';
import * as passkeys from '#contract/operator/passkeys';
import * as settings from '#contract/settings';
import { contextOf, lastKnownConfig } from '../../http/request-context.ts';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { assignCase } from './cases/assign-case.ts';
import { countWaitingCases } from './cases/count-waiting-cases.ts';
import { decideCase } from './cases/decide-case.ts';
import { getCase } from './cases/get-case.ts';
import { listCases } from './cases/list-cases.ts';
import { listColleagues } from './cases/list-colleagues.ts';
import { lookAtPhoto } from './cases/look-at-photo.ts';
import { releaseCase } from './cases/release-case.ts';
import { restoreDecision } from './cases/restore-decision.ts';
import { sendLettersAgain } from './cases/send-letters-again.ts';
import { takeCase } from './cases/take-case.ts';
import { takeNextCase } from './cases/take-next-case.ts';
import { addPasskey } from './desk/add-passkey.ts';
import { confirmOperator } from './desk/confirm-operator.ts';
import { deletePasskey } from './desk/delete-passkey.ts';
import { endDeskSession } from './desk/end-desk-session.ts';
import { enrolPasskey } from './desk/enrol-passkey.ts';
import { finishLogIn } from './desk/finish-log-in.ts';
import { getOperator } from './desk/get-operator.ts';
import { listDeskSessions } from './desk/list-desk-sessions.ts';
import { listOwnActivity } from './desk/list-own-activity.ts';
import { listPasskeys } from './desk/list-passkeys.ts';
import { logOutOperator } from './desk/log-out-operator.ts';
import { startConfirmation } from './desk/start-confirmation.ts';
import { startLogIn } from './desk/start-log-in.ts';
import { startPasskey } from './desk/start-passkey.ts';
import { getFigures } from './figures/get-figures.ts';
import { getCompanyInfo } from './get-company-info.ts';
import { getHealth } from './get-health.ts';
import { getSettings } from './get-settings.ts';
import { endDiscount } from './members/end-discount.ts';
import { findMembers } from './members/find-members.ts';
import { getMember } from './members/get-member.ts';
import { grantCredits } from './members/grant-credits.ts';
import { listDiscounts } from './members/list-discounts.ts';
import { recordRefund } from './members/record-refund.ts';
import { listSettingChanges } from './settings/list-setting-changes.ts';
import { listSettings } from './settings/list-settings.ts';
import { previewSetting } from './settings/preview-setting.ts';
import { resetSetting } from './settings/reset-setting.ts';
import { revertSetting } from './settings/revert-setting.ts';
import { saveSetting } from './settings/save-setting.ts';

/** The health check has to answer without the database, so it uses the settings that this isolate read last. */
const withoutDatabase: typeof contextOf = (c) => contextOf(c, async (env) => lastKnownConfig(env));

export const operatorRoutes = routesOf(
  serve(settings.getSettings, getSettings),
  serve(settings.getCompanyInfo, getCompanyInfo),
  serve(settings.getHealth, getHealth, withoutDatabase),
  serve(deskSession.startLogIn, startLogIn),
  serve(deskSession.finishLogIn, finishLogIn),
  serve(deskSession.enrolPasskey, enrolPasskey),
  serve(deskSession.getOperator, getOperator),
  serve(deskSession.logOutOperator, logOutOperator),
  serve(deskSession.startConfirmation, startConfirmation),
  serve(deskSession.confirmOperator, confirmOperator),
  serve(deskSession.listDeskSessions, listDeskSessions),
  serve(deskSession.endDeskSession, endDeskSession),
  serve(deskSession.listOwnActivity, listOwnActivity),
  serve(passkeys.listPasskeys, listPasskeys),
  serve(passkeys.startPasskey, startPasskey),
  serve(passkeys.addPasskey, addPasskey),
  serve(passkeys.deletePasskey, deletePasskey),
  serve(operatedCases.listCases, listCases),
  serve(operatedCases.countWaitingCases, countWaitingCases),
  serve(operatedCases.takeNextCase, takeNextCase),
  serve(operatedCases.takeCase, takeCase),
  serve(operatedCases.assignCase, assignCase),
  serve(operatedCases.releaseCase, releaseCase),
  serve(operatedCases.listColleagues, listColleagues),
  serve(operatedCases.getCase, getCase),
  serve(operatedCases.lookAtPhoto, lookAtPhoto),
  serve(operatedCases.decideCase, decideCase),
  serve(operatedCases.restoreDecision, restoreDecision),
  serve(operatedCases.sendLettersAgain, sendLettersAgain),
  serve(operatedFigures.getFigures, getFigures),
  serve(operatedMembers.findMembers, findMembers),
  serve(operatedMembers.getMember, getMember),
  serve(operatedMembers.grantCredits, grantCredits),
  serve(operatedMembers.recordRefund, recordRefund),
  serve(operatedMembers.listDiscounts, listDiscounts),
  serve(operatedMembers.endDiscount, endDiscount),
  serve(operatedSettings.listSettings, listSettings),
  serve(operatedSettings.previewSetting, previewSetting),
  serve(operatedSettings.saveSetting, saveSetting),
  serve(operatedSettings.resetSetting, resetSetting),
  serve(operatedSettings.listSettingChanges, listSettingChanges),
  serve(operatedSettings.revertSetting, revertSetting),
);
