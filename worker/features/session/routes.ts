import * as devices from '#contract/devices';
import * as passwords from '#contract/passwords';
import * as session from '#contract/session';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { changePassword } from './change-password.ts';
import { checkReset } from './check-reset.ts';
import { endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { reportPageHidden } from './report-page-hidden.ts';
import { reportPresence } from './report-presence.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

export const sessionRoutes = routesOf(
  serve(session.logIn, logIn),
  serve(session.logOut, logOut),
  serve(session.reportPageHidden, reportPageHidden),
  serve(session.reportPresence, reportPresence),
  serve(devices.listSessions, listSessions),
  serve(devices.endSession, endSession),
  serve(passwords.requestPasswordReset, requestPasswordReset),
  serve(passwords.checkReset, checkReset),
  serve(passwords.resetPassword, resetPassword),
  serve(passwords.changePassword, changePassword),
);
