import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { assertCorrect } from '../support/report.ts';
import type { SiteWorker } from '../support/workers.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/** A browser of a member whose calls reach one Worker or another. It keeps nothing but the session and the bookmark that answers set. */
export interface BenchBrowser {
  /** Calls the Worker with this number. Throws if the call fails or is refused. */
  call(worker: number, method: Method, path: string, body?: unknown): Promise<ApiAnswer>;
  /** Reads with the session alone, as a browser without a bookmark, or with the bookmark of an event in the header. */
  readWithout(worker: number, path: string, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
}

const bookmarkCookieIn = ({ headers }: ApiAnswer): string | undefined =>
  headers
    .getSetCookie()
    .find((header) => header.startsWith('bookmark='))
    ?.split(';')[0];

/** Opens a browser of a member. `onAnswer` gets how long (ms) each of its calls took. */
export function openBrowser(
  workers: readonly SiteWorker[],
  { cookie }: { readonly cookie: string },
  onAnswer: (ms: number) => void = () => {},
): BenchBrowser {
  let bookmark: string | undefined;
  const clientOf = (worker: number, cookies: string) => apiClient(workers[worker % workers.length]?.url ?? '', cookies);
  const timed = async (what: string, request: () => Promise<ApiAnswer>): Promise<ApiAnswer> => {
    const start = performance.now();
    const answer = await request().catch((error: unknown) => {
      throw new Error(`a failed request: ${what}`, { cause: error });
    });
    onAnswer(performance.now() - start);
    assertCorrect(answer.status < 400, `${what} is answered by ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return answer;
  };
  return {
    call: async (worker, method, path, body) => {
      const client = clientOf(worker, bookmark ? `${cookie}; ${bookmark}` : cookie);
      const request = () => (method === 'get' ? client.get(path) : client[method](path, body));
      const answer = await timed(`${method} ${path}`, request);
      bookmark = bookmarkCookieIn(answer) ?? bookmark;
      return answer;
    },
    readWithout: (worker, path, headers) => timed(`get ${path}`, () => clientOf(worker, cookie).get(path, headers)),
  };
}
