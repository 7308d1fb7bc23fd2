import * as discounts from '#contract/discounts';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { getDiscount } from './get-discount.ts';
import { requestStayDiscount } from './request-stay-discount.ts';

export const discountsRoutes = routesOf(
  serve(discounts.getDiscount, getDiscount),
  serve(discounts.requestStayDiscount, requestStayDiscount),
);
