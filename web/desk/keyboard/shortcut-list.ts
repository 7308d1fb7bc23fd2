import type { DeskKey } from '../texts.ts';

/** A key and what it does; `also` does the same. */
interface ShortcutWords {
  readonly key: string;
  readonly also?: string;
  readonly does: DeskKey<'keyboard'>;
}

/** Everywhere. */
export const DESK_SHORTCUTS = [
  { key: '?', does: 'does_help' },
  { key: 'q', does: 'does_queue' },
] as const satisfies readonly ShortcutWords[];

/** In the list of cases. */
export const QUEUE_SHORTCUTS = [
  { key: 'j', also: 'ArrowDown', does: 'does_down' },
  { key: 'k', also: 'ArrowUp', does: 'does_up' },
  { key: 'Enter', does: 'does_open' },
  { key: 'n', does: 'does_next' },
] as const satisfies readonly ShortcutWords[];

/** In a case. */
export const CASE_SHORTCUTS = [
  { key: 't', does: 'does_take' },
  { key: 'a', does: 'does_assign' },
  { key: 'p', does: 'does_photo' },
  { key: 'h', does: 'does_hide' },
  { key: 'd', does: 'does_decide' },
  { key: 'n', does: 'does_next' },
] as const satisfies readonly ShortcutWords[];

type KeysOf<List extends readonly ShortcutWords[]> = List[number] extends infer One
  ? One extends { readonly key: infer Key extends string }
    ? Key | (One extends { readonly also: infer Also extends string } ? Also : never)
    : never
  : never;

/** What each key of a list runs; keys that the browser handles itself have no handler. */
export type Handlers<List extends readonly ShortcutWords[]> = Readonly<Record<Exclude<KeysOf<List>, 'Enter'>, () => void>>;
