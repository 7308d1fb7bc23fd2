import { clearDrafts } from './drafts.ts';
import { clearLastChat } from './last-chat.ts';
import { clearPending } from './pending-store.ts';

/** Nothing a member wrote stays on the device after they sign out. */
export async function forgetMember(member: string): Promise<void> {
  clearDrafts(member);
  clearLastChat(member);
  await clearPending(member);
}
