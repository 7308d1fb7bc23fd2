import * as search from '#contract/search';
import { routesOf, serve } from '../../http/serve.ts';
import { searchMembers } from './search-members.ts';

export const membersRoutes = routesOf(serve(search.searchMembers, searchMembers));
