import * as vitals from '#contract/vitals';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { recordVitals } from './record-vitals.ts';

export const vitalsRoutes = routesOf(serve(vitals.recordVitals, recordVitals));
