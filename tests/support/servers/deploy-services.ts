import { createServer } from 'node:http';
import { listen } from './listen.ts';

/** What has been set up at the hosts before a deployment. */
export interface DeployedState {
  /** The names of the Worker's secrets; null if there is no such Worker yet. */
  secrets: readonly string[] | null;
  buckets: readonly string[];
  /** The names of the variables of the rooms. */
  roomVariables: readonly string[];
  /** The names of Worker and rooms; all others are unknown. */
  worker: string;
  rooms: string;
}

const answerOf = (result: unknown) => ({ status: 200, body: { success: true, errors: [], messages: [], result } });
const refusalOf = (code: number, message: string) => ({
  status: 404,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

function answer(state: DeployedState, path: string) {
  if (path.endsWith(`/workers/scripts/${state.worker}/secrets`)) {
    if (state.secrets === null) return refusalOf(10_007, 'This Worker does not exist on your account.');
    return answerOf(state.secrets.map((name) => ({ name, type: 'secret_text' })));
  }
  const [, bucket] = /\/r2\/buckets\/([\w-]+)$/.exec(path) ?? [];
  if (bucket && !state.buckets.includes(bucket)) return refusalOf(10_006, 'The specified bucket does not exist.');
  if (bucket) return answerOf({ name: bucket, creation_date: '2026-01-01T00:00:00Z', location: 'WEUR', storage_class: 'Standard' });
  if (path.endsWith('/graphql')) return { status: 200, body: { data: { viewer: { accounts: [] } } } };
  if (path.endsWith(`/${state.rooms}/env`)) return { status: 200, body: state.roomVariables };
  if (path === '/flags') return { status: 200, body: { defaultLoginMethod: 'github', supportedLoginMethods: ['clerk', 'github'] } };
  return { status: 404, body: { error: 'unknown' } };
}

/**
 * Imitates the parts of the APIs of Cloudflare and PartyKit that wrangler and partykit read before a deployment. `requests` are those that
 * would change something: all but a read.
 */
export async function startDeployServices(state: DeployedState) {
  const changes: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isRead = request.method === 'GET' || pathname.endsWith('/graphql');
    if (!isRead) changes.push(`${request.method} ${pathname}`);
    request.resume();
    const { status, body } = answer(state, pathname);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const running = await listen(server, 'http');
  return {
    state,
    changes,
    stop: running.stop,
    /** The variables that lead both tools to this server, as somebody who is logged in. */
    variables: {
      CLOUDFLARE_API_BASE_URL: `${running.url}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'token',
      CLOUDFLARE_ACCOUNT_ID: '0123456789abcdef0123456789abcdef',
      PARTYKIT_API_BASE: running.url,
      GITHUB_LOGIN: 'operator',
      GITHUB_TOKEN: 'token',
    },
  };
}
