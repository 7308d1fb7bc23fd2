import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#contract/account';
import { useSettings } from '../../../session/settings.ts';
import { useStoredAnswers } from '../flow/use-stored-answers.ts';
import { initialPlace, PlaceAnswers, withLocated } from './place-answers.ts';
import { useGeolocation } from './use-geolocation.ts';

/** The answers of the place step. The browser's location fills in what the member has not answered. */
export function usePlace({ profile }: User) {
  const [query] = useSearchParams();
  const { geoip_selected_country: siteCountry, geoip_country: networkCountry } = useSettings();
  const first = initialPlace({ query, profile, guesses: [siteCountry, networkCountry] });
  const { answers, answer, guess, forget } = useStoredAnswers('signup-place', PlaceAnswers, first);
  const location = useGeolocation();
  const [hasFailed, setFailed] = useState(false);
  const { permission, place } = location;

  const locate = async () => {
    setFailed(false);
    setFailed((await location.locate()) === null);
  };
  const locateByItself = useEffectEvent(() => void locate());
  // The step asks by itself, and once more if the member changes the permission in the browser's settings
  // (docs/product.md, "Browser location").
  useEffect(() => {
    if (permission !== 'unsupported' && permission !== 'denied') locateByItself();
  }, [permission]);

  const fillIn = useEffectEvent((located: typeof place) => {
    if (located) guess(withLocated(answers, located));
  });
  useEffect(() => fillIn(place), [place]);

  return { ...location, answers, answer, forget, locate, hasFailed };
}
