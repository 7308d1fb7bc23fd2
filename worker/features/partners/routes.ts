import * as partners from '#contract/partners';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { openCam } from './open-cam.ts';
import { openPartner } from './open-partner.ts';
import { searchCams } from './search-cams.ts';

export const partnersRoutes = routesOf(
  serve(partners.searchCams, searchCams),
  serve(partners.openCam, openCam),
  serve(partners.openPartner, openPartner),
);
