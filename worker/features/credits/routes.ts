import * as credits from '#contract/credits';
import { routesOf, serve } from '../../http/serve.ts';
import { listTransactions } from './list-transactions.ts';
import { stopRenewal } from './stop-renewal.ts';
import { withdraw } from './withdraw.ts';

export const creditsRoutes = routesOf(
  serve(credits.listTransactions, listTransactions),
  serve(credits.stopRenewal, stopRenewal),
  serve(credits.withdraw, withdraw),
);
