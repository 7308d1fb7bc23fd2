import { affected } from './affected-members.ts';
import { find } from './find-members.ts';
import { ban, erase, restore, unban } from './member-status.ts';
import { pause, resume } from './pause-member.ts';
import { show } from './show-member.ts';

/** The verbs of `npm run site -- member`. */
export const MEMBER_VERBS = { find, show, ban, unban, pause, resume, erase, restore, affected };
