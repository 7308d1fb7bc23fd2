import { vi } from 'vitest';

export const ROOM = 'room-of-this-member-01';

/** Replaces the browser's WebSocket; the test plays the server. */
export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readonly url: URL;
  readonly sentTexts: string[] = [];
  readyState = 0;
  binaryType = 'blob';
  bufferedAmount = 0;
  extensions = '';
  protocol = '';
  constructor(url: string) {
    super();
    this.url = new URL(url);
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sentTexts.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  /** The server accepts the connection. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  /** The server sends a frame, or answers a ping. */
  receive(frame: object | 'pong'): void {
    this.dispatchEvent(new MessageEvent('message', { data: frame === 'pong' ? frame : JSON.stringify(frame) }));
  }
  /** The server or the network closes the connection. */
  drop(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: 'gone' }));
  }
}

/** Stubs the window, document and WebSocket of a browser. The returned functions dispatch the browser's events. */
export function stubWindow() {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => null });
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'vonk.example' });
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('window', globalThis);
  return {
    goOnline: () => page.dispatchEvent(new Event('online')),
    close: () => page.dispatchEvent(new Event('pagehide')),
    /** The page returns from the back/forward cache. */
    restore: () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    freeze: () => document.dispatchEvent(new Event('freeze')),
    resume: () => document.dispatchEvent(new Event('resume')),
    show: (visibilityState: 'visible' | 'hidden') => {
      document.visibilityState = visibilityState;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

/** The socket that was opened last. */
export function latestSocket(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('no socket has been opened');
  return socket;
}
