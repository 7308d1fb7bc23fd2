import * as account from '#contract/account';
import { routesOf, serve } from '../../http/serve.ts';
import { activateByLink } from './activate-by-link.ts';
import { getActivation } from './get-activation.ts';
import { getUser } from './get-user.ts';
import { resendActivation } from './resend-activation.ts';
import { updateUser } from './update-user.ts';

export const accountRoutes = routesOf(
  serve(account.getUser, getUser),
  serve(account.updateUser, updateUser),
  serve(account.activateByLink, activateByLink),
  serve(account.getActivation, getActivation),
  serve(account.resendActivation, resendActivation),
);
