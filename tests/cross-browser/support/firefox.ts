import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startProgram, untilReady } from '../../../scripts/lib/process/start-program.ts';
import type { Device, Engine, Size, Tab } from './browser-engine.ts';
import { type Bidi, connectBidi } from './webdriver-bidi.ts';

/** Reduced motion, English, and no requests of Firefox itself. */
const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'intl.accept_languages': 'en-US',
  'app.normandy.enabled': false,
  'nimbus.rollouts.enabled': false,
  'network.connectivity-service.enabled': false,
};

export type Preferences = Readonly<Record<string, string | number | boolean>>;

const Context = v.object({ context: v.string() });
const UserContext = v.object({ userContext: v.string() });
const Session = v.object({ capabilities: v.object({ browserVersion: v.string() }) });
const Picture = v.object({ data: v.string() });
const Result = v.variant('type', [
  v.object({ type: v.literal('success'), result: v.object({ value: v.optional(v.string()) }) }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) }),
]);

/** The errors of a navigation that another one has replaced, which the page itself may start. */
const GIVEN_UP = /NS_BINDING_ABORTED|navigation canceled/i;

function tabOf(bidi: Bidi, context: string): Tab {
  const act = (id: string, type: string, actions: readonly unknown[]) =>
    bidi.send('input.performActions', { context, actions: [{ id, type, actions }] });
  return {
    open: async (url) => {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }).catch((error: unknown) => {
        if (!GIVEN_UP.test(String(error))) throw error;
      });
    },
    back: async () => void (await bidi.send('browsingContext.traverseHistory', { context, delta: -1 })),
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    run: async (source, args) => {
      const answer = await bidi.send('script.callFunction', {
        target: { context },
        awaitPromise: true,
        functionDeclaration: `async (args) => JSON.stringify(await (${source})(...JSON.parse(args)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
      });
      const result = v.parse(Result, answer);
      if (result.type === 'exception') throw new Error(result.exceptionDetails.text);
      return result.result.value === undefined ? undefined : JSON.parse(result.result.value);
    },
    click: async (x, y) => {
      const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y) };
      await act('mouse', 'pointer', [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
    },
    type: async (text) => {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act('keyboard', 'key', keys);
    },
    screenshot: async () => Buffer.from(v.parse(Picture, await bidi.send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  };
}

export interface FirefoxDevice extends Device {
  readonly userContext: string;
  /** Runs a function in each page that is opened from now on, before the page's own scripts. */
  prepare(run: () => void): Promise<void>;
}

/** Creates a container of Firefox, which has its own cookies, storage and service workers. */
async function deviceOf(bidi: Bidi, viewport: Size): Promise<FirefoxDevice> {
  const { userContext } = v.parse(UserContext, await bidi.send('browser.createUserContext'));
  const inFront = new Set<string>();
  await bidi.send('emulation.setLocaleOverride', { locale: 'en-US', userContexts: [userContext] });
  return {
    userContext,
    tab: async ({ inBackground = false } = {}) => {
      const created = await bidi.send('browsingContext.create', {
        type: inBackground ? 'tab' : 'window',
        userContext,
        background: inBackground,
        // In the window of a tab of the same profile, so that it is behind that one.
        ...(inBackground ? { referenceContext: [...inFront].at(-1) } : {}),
      });
      const { context } = v.parse(Context, created);
      await bidi.send('browsingContext.setViewport', { context, viewport });
      const tab = tabOf(bidi, context);
      if (inBackground) return tab;
      inFront.add(context);
      return {
        ...tab,
        close: async () => {
          inFront.delete(context);
          await tab.close();
        },
      };
    },
    setCookie: async (url, cookie) => {
      const [name = '', value = ''] = cookie.split('=');
      const { hostname } = new URL(url);
      await bidi.send('storage.setCookie', {
        cookie: { name, value: { type: 'string', value }, domain: hostname, path: '/', httpOnly: true, sameSite: 'lax' },
        partition: { type: 'storageKey', userContext },
      });
    },
    prepare: async (run) =>
      void (await bidi.send('script.addPreloadScript', { functionDeclaration: String(run), userContexts: [userContext] })),
    close: async () => void (await bidi.send('browser.removeUserContext', { userContext })),
  };
}

export interface Firefox extends Engine {
  readonly bidi: Bidi;
  device(size?: Size): Promise<FirefoxDevice>;
}

/** Starts a headless Firefox with a profile of its own, driven over WebDriver BiDi. */
export async function startFirefox(command: string, preferences: Preferences = {}): Promise<Firefox> {
  await using stack = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'vonk-firefox-'));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const port = await freePort();
  const running = startProgram({
    name: 'Firefox',
    command,
    args: ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port), 'about:blank'],
    port,
    log: join(profile, 'firefox.log'),
  });
  stack.defer(running.stop);
  let bidi: Bidi | undefined;
  await untilReady(running, async () => {
    // Firefox writes this file when it accepts connections.
    await readFile(join(profile, 'WebDriverBiDiServer.json'));
    bidi = await connectBidi(`ws://127.0.0.1:${port}/session`);
    return true;
  });
  if (!bidi) throw new Error('Firefox has no connection');
  const { capabilities } = v.parse(Session, await bidi.send('session.new', { capabilities: {} }));
  const owned = stack.move();
  const connection = bidi;
  return {
    name: 'Firefox',
    version: capabilities.browserVersion,
    bidi,
    device: (size = { width: 1280, height: 900 }) => deviceOf(connection, size),
    close: () => owned.disposeAsync(),
  };
}
