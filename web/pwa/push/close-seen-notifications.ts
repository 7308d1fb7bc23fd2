/** What the page has loaded: conversations without unread messages, and the number of new likes. */
export interface SeenState {
  readonly readChats: readonly string[];
  readonly newLikes: number;
  /** When it was loaded, in milliseconds since 1970; later notifications are not affected. */
  readonly at: number;
}

/** Whether the subject of a notification, given by its address and time, has been seen, on this or another device. */
export const isNotificationSeen = (notification: { url: string; at: number }, { readChats, newLikes, at }: SeenState): boolean =>
  notification.at < at &&
  (readChats.some((id) => notification.url === `/chats/${id}`) || (newLikes === 0 && /^\/likes(\/liked_by)?$/.test(notification.url)));

/** Closes the shown notifications whose subject has been seen. Does nothing without the permission to show notifications. */
export async function closeSeenNotifications(seen: SeenState): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) {
    const { url = '', at = Number.POSITIVE_INFINITY } = notification.data ?? {};
    if (isNotificationSeen({ url: String(url), at: Number(at) }, seen)) notification.close();
  }
}
