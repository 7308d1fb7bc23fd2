import { parseArgs } from 'node:util';
import { type Peer, readPeer } from '../peer/peer-description.ts';

interface BenchArguments {
  /** The names of the parts to run, in the order in which the bench knows them. */
  readonly parts: readonly string[];
  /** The site that is measured instead of our own: `--peer FILE`. */
  readonly peer: Peer | null;
}

/**
 * What a bench of several parts is asked for; without a name it is all of them. Throws an error for an unknown part or option, and for a
 * wrong description of a site.
 */
export function benchArguments(argv: readonly string[], known: readonly string[]): BenchArguments {
  const options = { peer: { type: 'string' }, long: { type: 'boolean' }, 'rooms-in-worker': { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ args: [...argv], options, allowPositionals: true });
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there is ${known.join(', ')}.`);
  const parts = known.filter((name) => positionals.length === 0 || positionals.includes(name));
  return { parts, peer: values.peer === undefined ? null : readPeer(values.peer) };
}
