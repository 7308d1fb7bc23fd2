import * as likes from '#contract/likes';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { likeMember } from './like-member.ts';
import { listLikes } from './list-likes.ts';
import { markLikeSeen } from './mark-like-seen.ts';
import { unlikeMember } from './unlike-member.ts';

export const likesRoutes = routesOf(
  serve(likes.listLikes, listLikes),
  serve(likes.likeMember, likeMember),
  serve(likes.unlikeMember, unlikeMember),
  serve(likes.markLikeSeen, markLikeSeen),
);
