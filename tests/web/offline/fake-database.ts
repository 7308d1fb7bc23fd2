/** The part of IndexedDB that a key-value store uses. What hangs at `hangsAt` goes on after `resume`. `log` lists what was opened, closed, committed and aborted. */
export class FakeDatabases {
  readonly values = new Map<string, unknown>();
  readonly log: string[] = [];
  hangsAt: 'open' | 'transaction' | null = null;
  #waiting: (() => void)[] = [];
  connections: { onversionchange: (() => void) | null }[] = [];

  resume(): void {
    this.hangsAt = null;
    for (const act of this.#waiting.splice(0)) act();
  }

  #when(part: 'open' | 'transaction', act: () => void): void {
    if (this.hangsAt === part) this.#waiting.push(act);
    else queueMicrotask(act);
  }

  readonly open = () => {
    this.log.push('open');
    const request = { result: this.#connection(), onsuccess: null as (() => void) | null, onerror: null };
    this.#when('open', () => request.onsuccess?.());
    return request;
  };

  #connection() {
    const connection = {
      onversionchange: null as (() => void) | null,
      onclose: null,
      close: () => void this.log.push('close'),
      transaction: () => this.#transaction(),
    };
    this.connections.push(connection);
    return connection;
  }

  #transaction() {
    const events = new EventTarget();
    let isOver = false;
    let isCommitted = false;
    const end = (how: 'complete' | 'abort') => {
      if (isOver) return;
      isOver = true;
      events.dispatchEvent(new Event(how));
      if (how === 'complete') transaction.oncomplete?.();
      else transaction.onabort?.();
    };
    const makeRequest = (act: () => unknown) => {
      const request = {
        result: undefined as unknown,
        onsuccess: null as (() => void) | null,
        onerror: null as (() => void) | null,
        error: transaction.error,
      };
      events.addEventListener('abort', () => request.onerror?.());
      this.#when('transaction', () => {
        if (isOver) return;
        request.result = act();
        request.onsuccess?.();
        queueMicrotask(() => end('complete'));
      });
      return request;
    };
    const transaction = {
      error: new DOMException('aborted', 'AbortError'),
      oncomplete: null as (() => void) | null,
      onabort: null as (() => void) | null,
      addEventListener: events.addEventListener.bind(events),
      commit: () => {
        if (isOver) throw new DOMException('over', 'InvalidStateError');
        isCommitted = true;
        this.log.push('commit');
      },
      abort: () => {
        if (isCommitted) throw new DOMException('committed', 'InvalidStateError');
        this.log.push('abort');
        end('abort');
      },
      objectStore: () => ({
        transaction,
        get: (name: string) => makeRequest(() => this.values.get(name)),
        getAllKeys: () => makeRequest(() => [...this.values.keys()]),
        put: (value: unknown, name: string) => makeRequest(() => this.values.set(name, value)),
      }),
    };
    return transaction;
  }
}
