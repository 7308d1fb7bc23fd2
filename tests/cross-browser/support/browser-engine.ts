export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A tab as a browser's remote control offers it: what every engine does in its own way. The page of a test (`page.ts`) is made of these. */
export interface Tab {
  /** Opens an address and waits for its load event. */
  open(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs the source of a function in the page, with arguments and a result that JSON can carry. Throws what it throws. */
  run(source: string, args: readonly unknown[]): Promise<unknown>;
  /** Presses and releases the mouse at a point of the viewport. */
  click(x: number, y: number): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** A picture of the viewport as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser profile that shares nothing with another one. */
export interface Device {
  /** A tab of its own; behind the others where it is to lie there. */
  tab(options?: { isBehind?: boolean }): Promise<Tab>;
  /** Sets a cookie of the site as `name=value`. */
  setCookie(url: string, cookie: string): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: 'Firefox' | 'WebKit';
  readonly version: string;
  device(size?: Size): Promise<Device>;
  close(): Promise<void>;
}
