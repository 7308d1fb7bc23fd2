import type { InputOf } from '#contract/endpoint';
import type { signUp } from '#contract/signup';

type TrafficSource = NonNullable<InputOf<typeof signUp>['trafficsource']>;

const LONGEST = 255;

/** Where a visitor came from, by the parameters of the address (specification 9); null when it names nothing. */
export function trafficSourceOf(search: URLSearchParams): TrafficSource | null {
  const read = (...names: string[]) => {
    const found = names.map((name) => search.get(name)?.trim()).find(Boolean);
    return found ? [...found].slice(0, LONGEST).join('') : undefined;
  };
  const source = {
    network: read('network'),
    ref: read('ref'),
    sub: read('sub', 'sub1', 'aff_sub'),
    sub2: read('sub2'),
    sub3: read('sub3'),
  };
  const named = Object.entries(source).filter(([, value]) => value !== undefined);
  return named.length ? Object.fromEntries(named) : null;
}
