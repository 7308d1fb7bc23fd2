import * as geo from '#contract/geocode';
import * as profile from '#contract/profile';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { getInterests, getProfileFields, getPrompts, getRegions } from './get-catalogue.ts';
import { getProfile } from './get-profile.ts';
import { reverseGeocode } from './reverse-geocode.ts';

export const profileRoutes = routesOf(
  serve(profile.getProfile, getProfile),
  serve(profile.getProfileFields, getProfileFields),
  serve(profile.getInterests, getInterests),
  serve(profile.getPrompts, getPrompts),
  serve(profile.getRegions, getRegions),
  serve(geo.reverseGeocode, reverseGeocode),
);
