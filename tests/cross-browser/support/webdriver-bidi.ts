import * as v from 'valibot';

const Message = v.union([
  v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
  v.object({ type: v.literal('error'), id: v.nullable(v.number()), error: v.string(), message: v.string() }),
  v.object({ type: v.literal('event'), method: v.string(), params: v.unknown() }),
]);

export interface Bidi {
  /** Sends a command; returns its result. Rejects with the error of the browser, or if the connection is closed. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  onEvent(listener: (method: string, params: unknown) => void): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Opens a WebDriver BiDi connection; the first command must start a session. */
export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  const opened = Promise.withResolvers<void>();
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('error', () => opened.reject(new Error(`no connection to ${url}`)));
  await opened.promise;
  const waiting = new Map<number, Waiting>();
  const listeners: ((method: string, params: unknown) => void)[] = [];
  let lastId = 0;
  const takeWaiting = (id: number | null): Waiting | undefined => {
    const found = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    return found;
  };
  socket.addEventListener('message', ({ data }) => {
    const message = v.parse(Message, JSON.parse(String(data)));
    if (message.type === 'event') for (const listener of listeners) listener(message.method, message.params);
    else if (message.type === 'success') takeWaiting(message.id)?.resolve(message.result);
    else takeWaiting(message.id)?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'));
    waiting.clear();
  });
  return {
    send: (method, params = {}) => {
      if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('the browser has ended'));
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return promise;
    },
    onEvent: (listener) => void listeners.push(listener),
  };
}
