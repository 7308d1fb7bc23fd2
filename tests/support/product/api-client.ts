/** An answer of the API. The body is unknown; `at` looks into it by a dotted path. */
export class ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(response: Response, text: string) {
    this.status = response.status;
    this.headers = response.headers;
    this.body = (response.headers.get('Content-Type') ?? '').includes('json') && text !== '' ? JSON.parse(text) : text;
  }

  /** The value at `error.fields.email`, or undefined. */
  at(path: string): unknown {
    let value: unknown = this.body;
    for (const key of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    return value;
  }

  /** The session cookie that this answer sets, ready to be sent back. */
  get cookie(): string {
    const set = this.headers.getSetCookie().find((one) => one.startsWith('session='));
    return set?.split(';')[0] ?? '';
  }
}

type RequestHeaders = Readonly<Record<string, string>>;

/** Speaks to the API as one member (or, without a cookie, as a visitor) of a browser on this site; `origin` is given where the way there is not its address. */
export function apiClient(url: string, cookie = '', origin = url) {
  const ask = async (method: string, path: string, body: BodyInit | null, headers: RequestHeaders): Promise<ApiAnswer> => {
    const response = await fetch(new URL(path, url), {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...(cookie ? { Cookie: cookie } : {}),
        // Of a form fetch itself says where its parts begin.
        ...(body === null || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        Origin: origin,
        ...headers,
      },
    });
    return new ApiAnswer(response, await response.text());
  };
  const withBody =
    (method: string) =>
    (path: string, body: unknown = {}, headers: RequestHeaders = {}) =>
      ask(method, path, typeof body === 'string' ? body : JSON.stringify(body), headers);
  return {
    get: (path: string, headers: RequestHeaders = {}) => ask('GET', path, null, headers),
    post: withBody('POST'),
    /** Sends a form as a browser does; each part is a text or a file with its name. */
    upload: (path: string, parts: readonly (readonly [key: string, value: string | File])[], headers: RequestHeaders = {}) => {
      const form = new FormData();
      for (const [key, value] of parts) form.append(key, value);
      return ask('POST', path, form, headers);
    },
    put: withBody('PUT'),
    delete: withBody('DELETE'),
  };
}

export type ApiClient = ReturnType<typeof apiClient>;
