import * as settings from '#contract/settings';
import { contextOf, lastGood } from '../../http/request-context.ts';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { getCompanyInfo } from './get-company-info.ts';
import { getHealth } from './get-health.ts';
import { getSettings } from './get-settings.ts';

/** Health has to answer while the database is away, so it may not ask for its settings first. */
const withoutDatabase: typeof contextOf = (c) => contextOf(c, async (env) => lastGood(env));

export const operatorRoutes = routesOf(
  serve(settings.getSettings, getSettings),
  serve(settings.getCompanyInfo, getCompanyInfo),
  serve(settings.getHealth, getHealth, withoutDatabase),
);
