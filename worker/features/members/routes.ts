import * as members from '#contract/members';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { countMatches } from './count-matches.ts';
import { searchMembers } from './search-members.ts';

export const membersRoutes = routesOf(serve(members.searchMembers, searchMembers), serve(members.countMatches, countMatches));
