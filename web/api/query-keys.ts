import type { LikeType } from '#contract/likes';

/**
 * Query keys and what is cached under them:
 * - user: User; null if nobody is signed in
 * - chats, likes, shop: the answers of listChats, listLikes, getShop; of the chats the first page
 * - older-chats: infinite pages of the chats behind the first page
 * - conversation, transaction: one Conversation, one order
 * - profile: Profile. lead: Profile of the member that a landing page presents; null if there is none
 * - search: infinite pages of the search
 * - ledger, notifications, blocked, hidden: pages of credit movements, notifications, blocked and hidden members
 * - transparency: Transparency
 * - push-devices: the browsers that receive pushes
 * - decisions: decisions about the account
 */
export const queryKeys = {
  user: ['user'] as const,
  chats: ['chats'] as const,
  olderChats: ['older-chats'] as const,
  likes: ['likes'] as const,
  likesOf: (type: LikeType) => ['likes', type] as const,
  conversations: ['conversation'] as const,
  conversation: (id: string) => ['conversation', id] as const,
  profiles: ['profile'] as const,
  profile: (id: string) => ['profile', id] as const,
  featuredMember: (id: string) => ['lead', id] as const,
  searches: ['search'] as const,
  ledger: ['ledger'] as const,
  shop: ['shop'] as const,
  transaction: (id: string) => ['transaction', id] as const,
  notifications: ['notifications'] as const,
  pushDevices: ['push-devices'] as const,
  transparency: ['transparency'] as const,
  decisions: ['decisions'] as const,
  blocked: ['blocked'] as const,
  hidden: ['hidden'] as const,
  search: (filters: unknown) => ['search', filters] as const,
};
