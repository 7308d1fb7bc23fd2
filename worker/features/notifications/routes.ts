import * as account from '#contract/account';
import * as notifications from '#contract/notifications';
import { routesOf, serve } from '../../http/serve.ts';
import { deletePushDevice } from './delete-push-device.ts';
import { listPushDevices } from './list-push-devices.ts';
import { subscribePush } from './subscribe-push.ts';
import { testPush } from './test-push.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Where the switch of these mails is. */
const showSwitch = async () => '/profile#mails';

export const notificationsRoutes = routesOf(
  serve(account.unsubscribe, unsubscribe),
  serve(account.openUnsubscribe, showSwitch),
  serve(notifications.subscribePush, subscribePush),
  serve(notifications.listPushDevices, listPushDevices),
  serve(notifications.testPush, testPush),
  serve(notifications.deletePushDevice, deletePushDevice),
);
