import * as signup from '#contract/signup';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { signUp } from './sign-up.ts';
import { validateEmail } from './validate-email.ts';

export const signupRoutes = routesOf(serve(signup.signUp, signUp), serve(signup.validateEmail, validateEmail));
