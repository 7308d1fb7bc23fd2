import * as deskSession from '#contract/operator/desk-session';
import * as passkeys from '#contract/operator/passkeys';
import * as settings from '#contract/settings';
import { contextOf, lastKnownConfig } from '../../http/request-context.ts';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
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
import { getCompanyInfo } from './get-company-info.ts';
import { getHealth } from './get-health.ts';
import { getSettings } from './get-settings.ts';

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
);
