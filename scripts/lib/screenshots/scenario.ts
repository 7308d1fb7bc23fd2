import type { FakePush } from './fake-push.ts';
import type { Act } from './page-actions.ts';

/** What is done to the text of an answer or a document. */
export type Change = (text: string) => string;

export interface Subject {
  readonly name: string;
  readonly path: string;
  readonly isVisitor: boolean;
  /** Answers that stand in for the API's, by the file of the call. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Answers of the API as they come, with something in them changed, by the file of the call. */
  readonly changed?: Readonly<Record<string, Change>>;
  /** The same for what the document brings along. */
  readonly boot?: Change;
  /** Calls that are never answered, by file and method. */
  readonly hanging?: readonly (readonly [file: string, method: string])[];
  /** Calls that are refused as if the site were away. */
  readonly refused?: readonly (readonly [file: string, method: string])[];
  /** A browser that can push, and how it stands with that. */
  readonly push?: FakePush;
  readonly locale?: string;
  readonly template?: 'classic';
  readonly act?: Act;
}
