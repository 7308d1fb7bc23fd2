import * as account from '#contract/account';
import { routesOf, serve } from '../../http/serve.ts';
import { signUp } from './sign-up.ts';
import { validateEmail } from './validate-email.ts';

export const signupRoutes = routesOf(serve(account.signUp, signUp), serve(account.validateEmail, validateEmail));
