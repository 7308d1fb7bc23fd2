import type { FakePush } from './fake-push.ts';
import type { PageAction } from './page-actions.ts';

/** Changes the text of an answer or a document. */
export type TextChange = (text: string) => string;

/** A page in one state, for a picture. Calls are named by the file of their address, such as `search.php`. */
export interface Scenario {
  /** The beginning of the picture's file name. */
  readonly name: string;
  readonly path: string;
  readonly isVisitor: boolean;
  /** Made-up answers, by call. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Changes to the API's own answers, by call. */
  readonly changedAnswers?: Readonly<Record<string, TextChange>>;
  /** A change to the document, for instance to its boot data. */
  readonly changeDocument?: TextChange;
  /** Calls that are never answered. */
  readonly hangingCalls?: readonly (readonly [file: string, method: string])[];
  /** Calls that are answered with 503 `unavailable`. */
  readonly refusedCalls?: readonly (readonly [file: string, method: string])[];
  /** The state of the fake push API; without it, the browser's own is left. */
  readonly push?: FakePush;
  readonly locale?: string;
  readonly template?: 'classic';
  /** Runs once the page has loaded, before the picture. */
  readonly act?: PageAction;
}
