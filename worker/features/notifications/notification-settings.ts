import type { NotificationSettings } from '#contract/notifications';
import type { notificationSettingsOf } from '#db/queries/notifications/notification-settings';
import { matrixFrom } from '../../domain/notification-preferences.ts';

type Row = Awaited<ReturnType<typeof notificationSettingsOf>>[number];

/** A member's notification settings in force; the defaults without a row. */
export const settingsAnswer = (row: Row | undefined): NotificationSettings => ({
  matrix: matrixFrom(row?.matrix ?? {}),
  quiet_from: row?.quietFrom ?? null,
  quiet_to: row?.quietTo ?? null,
});
