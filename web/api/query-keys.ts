import type { LikeType } from '#contract/likes';

/**
 * Where each answer lies in the cache. user: User | null; chats: the answer of listChats; likes: the answer of listLikes;
 * conversation: Conversation; profile: Profile; lead: Profile, or null where nobody is to be shown; search: whatever the search screen keeps;
 * shop: the answer of getShop; transaction: one of them;
 * ledger: pages of my credits' lines; notices: pages of listNotices; push-devices: the browsers that take pushes; blocked, hidden: pages of members put aside.
 */
export const keys = {
  user: ['user'] as const,
  chats: ['chats'] as const,
  likes: ['likes'] as const,
  likesOf: (type: LikeType) => ['likes', type] as const,
  conversations: ['conversation'] as const,
  conversation: (id: string) => ['conversation', id] as const,
  profiles: ['profile'] as const,
  profile: (id: string) => ['profile', id] as const,
  lead: (id: string) => ['lead', id] as const,
  searches: ['search'] as const,
  ledger: ['ledger'] as const,
  shop: ['shop'] as const,
  transaction: (id: string) => ['transaction', id] as const,
  notices: ['notices'] as const,
  pushDevices: ['push-devices'] as const,
  blocked: ['blocked'] as const,
  hidden: ['hidden'] as const,
  search: (filters: unknown) => ['search', filters] as const,
};
