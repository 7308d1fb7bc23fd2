import * as safety from '#contract/safety';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { blockMember } from './block-member.ts';
import { hideMember } from './hide-member.ts';
import { listBlocked } from './list-blocked.ts';
import { listHidden } from './list-hidden.ts';
import { reportMember } from './report-member.ts';
import { unblockMember } from './unblock-member.ts';
import { unhideMember } from './unhide-member.ts';

export const safetyRoutes = routesOf(
  serve(safety.listBlocked, listBlocked),
  serve(safety.blockMember, blockMember),
  serve(safety.unblockMember, unblockMember),
  serve(safety.listHidden, listHidden),
  serve(safety.hideMember, hideMember),
  serve(safety.unhideMember, unhideMember),
  serve(safety.reportMember, reportMember),
);
