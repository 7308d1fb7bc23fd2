import * as account from '#contract/account';
import * as accountChanges from '#contract/account-changes';
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
  serve(accountChanges.updateUser, updateUser),
  serve(accountChanges.activateByLink, activateByLink),
  serve(accountChanges.getActivation, getActivation),
  serve(accountChanges.resendActivation, resendActivation),
  serve(accountChanges.requestEmailChange, requestEmailChange),
  serve(accountChanges.confirmEmailChange, confirmEmailChange),
  serve(accountChanges.undoEmailChange, undoEmailChange),
  serve(accountChanges.deleteUser, deleteUser),
  serve(accountChanges.undeleteUser, undeleteUser),
  serve(accountChanges.exportAccount, exportAccount),
);
