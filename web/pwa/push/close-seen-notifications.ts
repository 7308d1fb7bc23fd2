/** What the page knows of news: conversations with nothing unread, and how many likes are new. */
export interface Seen {
  readonly readChats: readonly string[];
  readonly newLikes: number;
  /** When it was learned, in milliseconds: a notification that came since is news. */
  readonly at: number;
}

/** Whether a notification that leads there tells of something that has been seen meanwhile, on whichever device. */
export const isSeen = (note: { url: string; at: number }, { readChats, newLikes, at }: Seen): boolean =>
  note.at < at && (readChats.some((id) => note.url === `/chats/${id}`) || (newLikes === 0 && /^\/likes(\/liked_by)?$/.test(note.url)));

/** Takes notifications back that are no news any longer; does nothing in a browser that may show none. */
export async function closeSeen(seen: Seen): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) {
    const { url = '', at = Number.POSITIVE_INFINITY } = notification.data ?? {};
    if (isSeen({ url: String(url), at: Number(at) }, seen)) notification.close();
  }
}
