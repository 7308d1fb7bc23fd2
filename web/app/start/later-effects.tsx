import { useEffect } from 'react';
import { ServiceWorkerEffects } from '../service-worker/service-worker-registration.tsx';
import { measureSample } from '../vitals/measure-sample.ts';

/** What begins after the first screen: the service worker and, in visits of the sample, their measurement. */
export function LaterEffects() {
  useEffect(() => {
    measureSample().catch((error: unknown) => console.warn(error));
  }, []);
  return <ServiceWorkerEffects />;
}
