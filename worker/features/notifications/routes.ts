import * as accountChanges from '#contract/account-changes';
import * as notifications from '#contract/notifications';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { deletePushDevice } from './delete-push-device.ts';
import { listNotifications } from './list-notifications.ts';
import { listPushDevices } from './list-push-devices.ts';
import { subscribePush } from './subscribe-push.ts';
import { testPush } from './test-push.ts';
import { unsubscribe } from './unsubscribe.ts';
import { MAIL_SETTINGS_PATH } from './unsubscribe-headers.ts';
import { updateNotifications } from './update-notifications.ts';

/** Opening an unsubscribe link by hand changes nothing and leads to the preferences. */
const openUnsubscribe = async () => MAIL_SETTINGS_PATH;

export const notificationsRoutes = routesOf(
  serve(notifications.listNotifications, listNotifications),
  serve(notifications.updateNotifications, updateNotifications),
  serve(accountChanges.unsubscribe, unsubscribe),
  serve(accountChanges.openUnsubscribe, openUnsubscribe),
  serve(notifications.subscribePush, subscribePush),
  serve(notifications.listPushDevices, listPushDevices),
  serve(notifications.testPush, testPush),
  serve(notifications.deletePushDevice, deletePushDevice),
);
