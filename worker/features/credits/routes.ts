import * as credits from '#contract/credits';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { createOrder } from './checkout/create-order.ts';
import { receiveWebhook } from './orders/receive-webhook.ts';
import { stopRenewal } from './premium/stop-renewal.ts';
import { changeSpendingLimits } from './shop/change-spending-limits.ts';
import { getShop } from './shop/get-shop.ts';
import { cancelOrder } from './transactions/cancel-order.ts';
import { getTransaction } from './transactions/get-transaction.ts';
import { listTransactions } from './transactions/list-transactions.ts';
import { withdraw } from './transactions/withdraw.ts';

export const creditsRoutes = routesOf(
  serve(credits.getShop, getShop),
  serve(credits.createOrder, createOrder),
  serve(credits.changeSpendingLimits, changeSpendingLimits),
  serve(credits.getTransaction, getTransaction),
  serve(credits.listTransactions, listTransactions),
  serve(credits.cancelOrder, cancelOrder),
  serve(credits.receiveWebhook, receiveWebhook),
  serve(credits.stopRenewal, stopRenewal),
  serve(credits.withdraw, withdraw),
);
