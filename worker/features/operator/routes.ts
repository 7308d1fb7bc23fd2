import * as settings from '#contract/settings';
import { routesOf, serve } from '../../http/serve.ts';
import { getHealth } from './get-health.ts';
import { getSettings } from './get-settings.ts';

export const operatorRoutes = routesOf(serve(settings.getSettings, getSettings), serve(settings.getHealth, getHealth));
