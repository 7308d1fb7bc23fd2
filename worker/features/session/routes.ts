import * as account from '#contract/account';
import { routesOf, serve } from '../../http/serve.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';

export const sessionRoutes = routesOf(serve(account.logIn, logIn), serve(account.logOut, logOut));
