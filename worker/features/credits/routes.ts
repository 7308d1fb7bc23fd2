import * as credits from '#contract/credits';
import { routesOf, serve } from '../../http/serve.ts';
import { cancelOrder } from './cancel-order.ts';
import { changeLimits } from './change-limits.ts';
import { getShop } from './get-shop.ts';
import { getTransaction } from './get-transaction.ts';
import { listTransactions } from './list-transactions.ts';
import { order } from './order.ts';
import { receiveNotice } from './receive-notice.ts';
import { stopRenewal } from './stop-renewal.ts';
import { withdraw } from './withdraw.ts';

export const creditsRoutes = routesOf(
  serve(credits.getShop, getShop),
  serve(credits.order, order),
  serve(credits.changeLimits, changeLimits),
  serve(credits.getTransaction, getTransaction),
  serve(credits.listTransactions, listTransactions),
  serve(credits.cancelOrder, cancelOrder),
  serve(credits.receiveNotice, receiveNotice),
  serve(credits.stopRenewal, stopRenewal),
  serve(credits.withdraw, withdraw),
);
