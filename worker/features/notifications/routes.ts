import * as account from '#contract/account';
import * as notifications from '#contract/notifications';
import { routesOf, serve } from '../../http/serve.ts';
import { changeNotices } from './change-notices.ts';
import { deletePushDevice } from './delete-push-device.ts';
import { listNotices } from './list-notices.ts';
import { listPushDevices } from './list-push-devices.ts';
import { subscribePush } from './subscribe-push.ts';
import { testPush } from './test-push.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Where a member chooses what they are told of, and how. */
const showSettings = async () => '/notifications#mails';

export const notificationsRoutes = routesOf(
  serve(notifications.listNotices, listNotices),
  serve(notifications.changeNotices, changeNotices),
  serve(account.unsubscribe, unsubscribe),
  serve(account.openUnsubscribe, showSettings),
  serve(notifications.subscribePush, subscribePush),
  serve(notifications.listPushDevices, listPushDevices),
  serve(notifications.testPush, testPush),
  serve(notifications.deletePushDevice, deletePushDevice),
);
