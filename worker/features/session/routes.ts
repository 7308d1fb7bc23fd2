import * as session from '#contract/session';
import { routesOf, serve } from '../../http/serve.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';

export const sessionRoutes = routesOf(serve(session.logIn, logIn), serve(session.logOut, logOut));
