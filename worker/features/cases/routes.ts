import * as cases from '#contract/cases';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { listDecisions } from './list-decisions.ts';
import { makeNotice } from './make-notice.ts';

export const casesRoutes = routesOf(serve(cases.makeNotice, makeNotice), serve(cases.listDecisions, listDecisions));
