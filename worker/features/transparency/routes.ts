import * as transparency from '#contract/transparency';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { getTransparency } from './get-transparency.ts';

export const transparencyRoutes = routesOf(serve(transparency.getTransparency, getTransparency));
