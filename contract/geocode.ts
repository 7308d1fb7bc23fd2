import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { CountryCode, Slug } from './primitives.ts';

/** A coordinate in a query string, from -most to most degrees, rounded to 0.01° so that it tells the town but not the house. */
const degrees = (most: number) =>
  v.pipe(
    v.string('wrong_type'),
    v.regex(/^-?\d{1,3}(\.\d{1,20})?$/, 'wrong_type'),
    v.transform((typed) => Math.round(Number(typed) * 100) / 100),
    v.minValue(-most, 'not_allowed'),
    v.maxValue(most, 'not_allowed'),
  );

export const reverseGeocode = endpoint({
  method: 'GET',
  path: '/api/geocode.php',
  who: 'members',
  limits: 'reads',
  input: v.object({ lat: degrees(90), lon: degrees(180) }),
  output: v.object({ country: v.nullable(CountryCode), countryregion: v.nullable(Slug), city: v.nullable(v.string()) }),
  summary: 'The nearest town of the fifteen countries; nulls where none is near. Neither stored nor logged',
});
