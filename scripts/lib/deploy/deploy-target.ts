import { CommandError } from '../command/command-error.ts';

/** Where a deployment goes: the site itself, or an environment of wrangler.toml that has everything of its own. */
export interface DeployTarget {
  /** The name of the environment; empty for the site itself. */
  readonly environment: string;
  /** What selects it in a command of wrangler. */
  readonly wranglerArgs: readonly string[];
  /** What selects its rooms in a command of partykit. */
  readonly partyKitArgs: readonly string[];
}

const ENVIRONMENTS = ['preview'] as const;
/** The name of the rooms in partykit.json, which those of an environment begin with. */
const ROOMS = 'vonk-rooms';

/** The target that `--env` names. Throws a command error if there is none of that name. */
export function deployTarget(environment: string | undefined): DeployTarget {
  // Without an environment wrangler asks for the empty one, because wrangler.toml has several.
  if (environment === undefined) return { environment: '', wranglerArgs: ['--env='], partyKitArgs: [] };
  if (!ENVIRONMENTS.some((name) => name === environment))
    throw new CommandError(`wrangler.toml has no environment ${environment}; it has ${ENVIRONMENTS.join(', ')}.`);
  return { environment, wranglerArgs: [`--env=${environment}`], partyKitArgs: ['--name', `${ROOMS}-${environment}`] };
}
