import { ban, unban } from './member-status.ts';

/** The verbs of `npm run site -- member`. */
export const MEMBER_VERBS = { ban, unban };
