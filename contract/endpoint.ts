import type * as v from 'valibot';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limits.ts';

/**
 * Who may make a call; `owner` is the member to whom the named object belongs, `operators` are those who are signed in at the desk. It
 * describes: the use case refuses the others, and the access matrix of the tests (tests/worker/authorization) holds the two together.
 */
export type Who = 'everybody' | 'members' | 'confirmed_members' | 'owner' | 'operators';

/**
 * Why an endpoint needs no limit besides the flood guard, which every path has. `reads`: it reads rows by an index and stores nothing.
 * `own_rows`: it changes rows of the caller, of which there is a bounded number. `token`: only the holder of a signed token gets further than
 * its check.
 */
export type NoLimit = 'reads' | 'own_rows' | 'token';

/** A limit of an endpoint; with `onlyWith` only calls whose input has this field are counted. */
export type DeclaredLimit = LimitName | { readonly limit: LimitName; readonly onlyWith: string };

export interface EndpointOptions<Input extends v.GenericSchema, Output extends v.GenericSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  /** The query key whose presence selects this call among those with the same path and method, as in `user.php?new=1`. */
  onlyWithQuery?: string;
  who: Who;
  /** The least role of operators who may make the call; moderators by default. */
  leastRole?: 'admin';
  /** An operator has to have used a passkey within the last five minutes. */
  needsConfirmation?: true;
  /** The limits of this call (contract/limits.ts), or why it needs none. Whoever serves the call counts and enforces them. */
  limits: readonly DeclaredLimit[] | NoLimit;
  /** GET: the query. Otherwise: the JSON body. */
  input: Input;
  /**
   * How the input is sent. `file`: multipart with one `file`. `anything`: the query is the input and the body is ignored. `raw`: the input
   * is `body`, the unparsed body, and `signature`, a header of the sender. Neither `anything` nor `raw` has its Origin checked.
   */
  bodyKind?: 'json' | 'file' | 'anything' | 'raw';
  output: Output;
  /** The status of success, 200 by default, unless the use case gives another one. 204 sends no body. */
  status?: 200 | 201 | 204;
  /** `text` sends the string as text/plain; `redirect` sends it as the Location of a 302. */
  answerKind?: 'json' | 'text' | 'redirect';
  /** The browser saves the answer as a file of this name instead of showing it. */
  fileName?: string;
  /** The answer carries an ETag, and is a 304 without a body if nothing changed. */
  isPolled?: boolean;
  /**
   * When the call is refused with `busy` because the server has more to do than it can: as the first, or only when that does not suffice
   * (docs/product.md, "Load shedding"). Only for calls that can be made a little later without a loss. Others are never refused for that.
   */
  sheds?: 'early' | 'late';
  /** The answer depends on the language alone. It carries an ETag as those of polled calls do. */
  isCatalogue?: boolean;
  /** A redirect to another site, which gets no `Referer`. */
  leavesSite?: boolean;
  /** A GET that changes state. Its Origin is checked like that of a POST. */
  changesState?: boolean;
  /** The query key with which a GET also saves something. With this key set, its Origin is checked as well. */
  savesWithQuery?: string;
  /** The answer tells the browser to clear its HTTP cache for this site. */
  clearsCache?: boolean;
  /** The refusals of this call, beyond those that every call can give. */
  errors?: readonly ErrorCode[];
  summary: string;
}

export type Endpoint<Input extends v.GenericSchema = v.GenericSchema, Output extends v.GenericSchema = v.GenericSchema> = Readonly<
  EndpointOptions<Input, Output>
>;

/**
 * Describes a call as one value, which the page's `call` and the Worker's `serve` both take
 * (docs/decisions/0003-describe-every-call-once-in-a-shared-contract.md). Returns its options unchanged.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Input extends v.GenericSchema, const Output extends v.GenericSchema>(
  options: EndpointOptions<Input, Output>,
): Endpoint<Input, Output> {
  return options;
}

/** What a client sends: the input before the schema parses it. */
export type InputOf<E> = E extends Endpoint<infer Input, v.GenericSchema> ? v.InferInput<Input> : never;
/** What a use case gets: the input after the schema has parsed it. */
export type ParsedInputOf<E> = E extends Endpoint<infer Input, v.GenericSchema> ? v.InferOutput<Input> : never;
export type OutputOf<E> = E extends Endpoint<v.GenericSchema, infer Output> ? v.InferOutput<Output> : never;
