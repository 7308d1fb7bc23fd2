import * as account from '#contract/account';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { activateByLink } from './activate-by-link.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { deleteUser } from './delete-user.ts';
import { exportAccount } from './export-account.ts';
import { getActivation } from './get-activation.ts';
import { getUser } from './get-user.ts';
import { requestEmailChange } from './request-email-change.ts';
import { resendActivation } from './resend-activation.ts';
import { undeleteUser } from './undelete-user.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { updateUser } from './update-user.ts';

export const accountRoutes = routesOf(
  serve(account.getUser, getUser),
  serve(account.updateUser, updateUser),
  serve(account.activateByLink, activateByLink),
  serve(account.getActivation, getActivation),
  serve(account.resendActivation, resendActivation),
  serve(account.requestEmailChange, requestEmailChange),
  serve(account.confirmEmailChange, confirmEmailChange),
  serve(account.undoEmailChange, undoEmailChange),
  serve(account.deleteUser, deleteUser),
  serve(account.undeleteUser, undeleteUser),
  serve(account.exportAccount, exportAccount),
);
