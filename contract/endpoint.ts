import type * as v from 'valibot';
import type { ErrorCode } from './errors.ts';

/** Who may make a call: P everybody, M signed-in members, C members with a confirmed address, O the owner of the object that is named. */
export type Who = 'P' | 'M' | 'C' | 'O';

export interface EndpointOptions<Input extends v.GenericSchema, Output extends v.GenericSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  /** The query key whose presence tells this call from others on the same path and method: `user.php?new=1`. */
  when?: string;
  who: Who;
  /** GET: the query. Otherwise: the JSON body. */
  input: Input;
  /**
   * `file`: multipart with one `file`. `anything`: the query is the input, the body is not read and no Origin asked. `raw`: no Origin
   * asked either; the input is the body as it came, under `body`, and the signature that a sender puts into a header, under `signature`.
   */
  takes?: 'json' | 'file' | 'anything' | 'raw';
  output: Output;
  /** Success without a wrapped answer. 204 sends no body. */
  status?: 200 | 201 | 204;
  /** `text` sends the string as text/plain; `redirect` sends it as the Location of a 302. */
  as?: 'json' | 'text' | 'redirect';
  /** The answer is kept as a file of this name, not shown. */
  fileName?: string;
  /** Polled calls carry an ETag and answer 304 when nothing changed. */
  isPolled?: boolean;
  /** The same for everyone who reads the same language: carries an ETag as polled calls do. */
  isCatalogue?: boolean;
  /** A redirect to somebody else, who is not told where one comes from. */
  leavesSite?: boolean;
  /** A GET that changes state is held to the origin check like a POST. */
  changesState?: boolean;
  /** The query key that makes a GET which else only reads save something: asked so, it is held to the origin check, too. */
  savesWhen?: string;
  /** The answer tells the browser to drop what it keeps of this site's pages and photos. */
  clearsCache?: boolean;
  /** Refusals of its own, beyond those every call can give. */
  errors?: readonly ErrorCode[];
  summary: string;
}

export type Endpoint<Input extends v.GenericSchema = v.GenericSchema, Output extends v.GenericSchema = v.GenericSchema> = Readonly<
  EndpointOptions<Input, Output>
>;

/**
 * A call as one value that both the page's `call` and the Worker's `serve` take
 * (docs/decisions/0003-describe-every-call-once-in-a-shared-contract.md).
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Input extends v.GenericSchema, const Output extends v.GenericSchema>(
  options: EndpointOptions<Input, Output>,
): Endpoint<Input, Output> {
  return options;
}

export type InputOf<E> = E extends Endpoint<infer Input, v.GenericSchema> ? v.InferInput<Input> : never;
export type ParsedInputOf<E> = E extends Endpoint<infer Input, v.GenericSchema> ? v.InferOutput<Input> : never;
export type OutputOf<E> = E extends Endpoint<v.GenericSchema, infer Output> ? v.InferOutput<Output> : never;
