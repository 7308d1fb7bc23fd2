import * as account from '#contract/account';
import { routesOf, serve } from '../../http/serve.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Where the switch of these mails is. */
const showSwitch = async () => '/profile#mails';

export const notificationsRoutes = routesOf(serve(account.unsubscribe, unsubscribe), serve(account.openUnsubscribe, showSwitch));
