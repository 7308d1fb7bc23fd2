import * as credits from '#contract/credits';
import { routesOf, serve } from '../../http/serve.ts';
import { listTransactions } from './list-transactions.ts';

export const creditsRoutes = routesOf(serve(credits.listTransactions, listTransactions));
