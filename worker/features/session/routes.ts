import * as session from '#contract/session';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { changePassword } from './change-password.ts';
import { checkReset } from './check-reset.ts';
import { endSession } from './end-session.ts';
import { leavePage } from './leave-page.ts';
import { listSessions } from './list-sessions.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { notePresence } from './note-presence.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

export const sessionRoutes = routesOf(
  serve(session.logIn, logIn),
  serve(session.logOut, logOut),
  serve(session.leavePage, leavePage),
  serve(session.notePresence, notePresence),
  serve(session.listSessions, listSessions),
  serve(session.endSession, endSession),
  serve(session.requestPasswordReset, requestPasswordReset),
  serve(session.checkReset, checkReset),
  serve(session.resetPassword, resetPassword),
  serve(session.changePassword, changePassword),
);
