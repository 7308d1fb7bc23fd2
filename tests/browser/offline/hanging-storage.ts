/** The ways in which a browser's storage may hang forever, each as a function that runs in a page before its own scripts. */
export const HANGING_STORAGE: Readonly<Record<string, () => void>> = {
  'the answers, which never open': () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, ...rest: [number?]) {
      const request = open.call(this, name, ...rest);
      if (name === 'stored-answers') for (const type of ['success', 'error', 'upgradeneeded']) request.addEventListener(type, swallow);
      return request;
    };
    const swallow = (event: Event) => event.stopImmediatePropagation();
    IDBFactory.prototype.databases = () => new Promise(() => undefined);
  },
  'what waits to be sent, which never opens': () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, ...rest: [number?]) {
      const request = open.call(this, name, ...rest);
      if (name === 'keyval-store') for (const type of ['success', 'error', 'upgradeneeded']) request.addEventListener(type, swallow);
      return request;
    };
    const swallow = (event: Event) => event.stopImmediatePropagation();
  },
  'transactions, which never end': () => {
    const swallow = (event: Event) => event.stopImmediatePropagation();
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof transaction>) {
      const started = transaction.apply(this, args);
      for (const type of ['success', 'error', 'complete', 'abort']) started.addEventListener(type, swallow, { capture: true });
      return started;
    };
  },
  'caches, which say nothing': () => {
    const never = () => new Promise<never>(() => undefined);
    for (const name of ['open', 'match', 'has', 'keys', 'delete'] as const) CacheStorage.prototype[name] = never;
  },
  'locks, which are never given': () => {
    LockManager.prototype.request = () => new Promise(() => undefined);
    LockManager.prototype.query = () => new Promise(() => undefined);
  },
  'channels, which are refused': () => {
    Object.defineProperty(globalThis, 'BroadcastChannel', {
      value: class {
        constructor() {
          throw new DOMException('refused', 'SecurityError');
        }
      },
    });
  },
  'channels, which say nothing': () => {
    BroadcastChannel.prototype.postMessage = () => undefined;
  },
  'the service worker, which never comes': () => {
    const never = () => new Promise<never>(() => undefined);
    for (const name of ['register', 'getRegistration'] as const) ServiceWorkerContainer.prototype[name] = never;
    Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', { get: never });
  },
};
