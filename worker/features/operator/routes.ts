import * as settings from '#contract/settings';
import { contextOf, lastKnownConfig } from '../../http/request-context.ts';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { getCompanyInfo } from './get-company-info.ts';
import { getHealth } from './get-health.ts';
import { getSettings } from './get-settings.ts';

/** The health check has to answer without the database, so it uses the settings that this isolate read last. */
const withoutDatabase: typeof contextOf = (c) => contextOf(c, async (env) => lastKnownConfig(env));

export const operatorRoutes = routesOf(
  serve(settings.getSettings, getSettings),
  serve(settings.getCompanyInfo, getCompanyInfo),
  serve(settings.getHealth, getHealth, withoutDatabase),
);
