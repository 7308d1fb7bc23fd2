/** An answer of the API. `body` is parsed JSON or the text; `at` reads a value of it by a dotted path. */
export class ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(response: Response, text: string) {
    this.status = response.status;
    this.headers = response.headers;
    this.body = (response.headers.get('Content-Type') ?? '').includes('json') && text !== '' ? JSON.parse(text) : text;
  }

  /** The value at a path such as `error.fields.email`, or undefined. */
  at(path: string): unknown {
    let value: unknown = this.body;
    for (const key of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    return value;
  }

  /** The session cookie that this answer sets, ready to be sent back. */
  get cookie(): string {
    return this.#cookieNamed('session');
  }

  /** The same of the operators' desk. */
  get deskCookie(): string {
    return this.#cookieNamed('__Host-desk');
  }

  #cookieNamed(name: string): string {
    const setCookie = this.headers.getSetCookie().find((header) => header.startsWith(`${name}=`));
    return setCookie?.split(';')[0] ?? '';
  }
}

type RequestHeaders = Readonly<Record<string, string>>;

/** Calls the API as a browser on this site does: as one member or, without a cookie, as a visitor. Pass `origin` if `url` is a proxy. */
export function apiClient(url: string, cookie = '', origin = url) {
  const request = async (method: string, path: string, body: BodyInit | null, headers: RequestHeaders): Promise<ApiAnswer> => {
    const response = await fetch(new URL(path, url), {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...(cookie ? { Cookie: cookie } : {}),
        // For a form, fetch sets the header itself, with the boundary of its parts.
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
      request(method, path, typeof body === 'string' ? body : JSON.stringify(body), headers);
  return {
    get: (path: string, headers: RequestHeaders = {}) => request('GET', path, null, headers),
    post: withBody('POST'),
    /** Sends a multipart form as a browser does; each part is a name with a text or a file. */
    upload: (path: string, parts: readonly (readonly [key: string, value: string | File])[], headers: RequestHeaders = {}) => {
      const form = new FormData();
      for (const [key, value] of parts) form.append(key, value);
      return request('POST', path, form, headers);
    },
    put: withBody('PUT'),
    delete: withBody('DELETE'),
  };
}

export type ApiClient = ReturnType<typeof apiClient>;
