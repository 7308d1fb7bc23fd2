export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The operations on a tab that each engine implements by its own remote protocol. The page of a test (`page.ts`) is built on them. */
export interface Tab {
  /** Opens an address and waits for its load event. */
  open(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs the source of a function in the page; arguments and result are passed as JSON. Rejects with the error of the function. */
  run(source: string, args: readonly unknown[]): Promise<unknown>;
  /** Presses and releases the mouse at a point of the viewport. */
  click(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** A screenshot of the viewport as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser profile that shares no data with others. */
export interface Device {
  /** Opens a tab, in the background if `isAfterCursor`. */
  tab(options?: { inBackground?: boolean }): Promise<Tab>;
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
