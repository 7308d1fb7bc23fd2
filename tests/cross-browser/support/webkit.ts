import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startProgram, untilReady } from '../../../scripts/lib/process/start-program.ts';
import type { Device, Engine, Size, Tab } from './browser-engine.ts';

const Answer = v.object({ value: v.unknown() });
const Refused = v.object({ error: v.string(), message: v.string() });
const Session = v.object({ sessionId: v.string(), capabilities: v.object({ browserVersion: v.string() }) });
const Handle = v.object({ handle: v.string() });
const Outcome = v.union([v.object({ error: v.string() }), v.object({ value: v.nullish(v.string()) })]);

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Returns a function that sends WebDriver commands over HTTP and rejects with the error of the driver. */
const sendTo =
  (base: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${base}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = v.parse(Answer, await response.json());
    if (response.ok) return value;
    const { error, message } = v.parse(Refused, value);
    throw new Error(`${error}: ${message}`);
  };

/** The script that runs a function and returns its result or its error. */
const scriptOf = (source: string) => `
  const [args, done] = arguments;
  (async () => done({ value: JSON.stringify(await (${source})(...JSON.parse(args))) }))()
    .catch((error) => done({ error: String(error) }));
`;

/** A tab of a session. The driver has one current window, so each command switches to this tab first. */
function tabOf(send: Send, handle: string): Tab {
  const on: Send = async (method, path, body) => {
    await send('POST', '/window', { handle });
    return send(method, path, body);
  };
  const act = async (id: string, type: string, actions: readonly unknown[]) => {
    await on('POST', '/actions', { actions: [{ id, type, actions }] });
  };
  return {
    open: async (url) => void (await on('POST', '/url', { url })),
    back: async () => void (await on('POST', '/back', {})),
    reload: async () => void (await on('POST', '/refresh', {})),
    run: async (source, args) => {
      const script = scriptOf(source);
      const outcome = v.parse(Outcome, await on('POST', '/execute/async', { script, args: [JSON.stringify(args)] }));
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.value == null ? undefined : JSON.parse(outcome.value);
    },
    click: (x, y) => {
      const move = { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' };
      return act('mouse', 'pointer', [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
    },
    type: (text) =>
      act(
        'keyboard',
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    screenshot: async () => Buffer.from(v.parse(v.string(), await on('GET', '/screenshot')), 'base64'),
    close: async () => void (await on('DELETE', '/window')),
  };
}

/** Starts a virtual display. */
async function startDisplay(): Promise<{ readonly name: string; stop(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-display-'));
  const file = join(dir, 'number');
  const running = startProgram({
    name: 'the display',
    command: 'sh',
    // Xvfb chooses a free display number and writes it to the file.
    args: ['-c', 'exec Xvfb -displayfd 3 -nolisten tcp -screen 0 1600x1200x24 3>"$0"', file],
    port: 0,
    log: join(dir, 'display.log'),
  });
  let number = '';
  await untilReady(running, async () => {
    number = (await readFile(file, 'utf8')).trim();
    return number !== '';
  });
  return {
    name: `:${number}`,
    stop: async () => {
      await running.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts a driver with its browser and a session; a driver has one session at a time. */
async function startDriver(display: string, miniBrowser: string) {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'vonk-webkit-'));
  stack.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const port = await freePort();
  const running = startProgram({
    name: 'the driver of WebKit',
    command: 'WebKitWebDriver',
    args: [`--port=${port}`],
    port,
    env: {
      DISPLAY: display,
      NO_AT_BRIDGE: '1',
      // Without a graphics card, compositing layers in software takes three quarters of the browser's time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // A home of its own, so that no data are left from an earlier run.
      HOME: dir,
      XDG_DATA_HOME: join(dir, 'data'),
      XDG_CACHE_HOME: join(dir, 'cache'),
    },
    log: join(dir, 'driver.log'),
  });
  stack.defer(running.stop);
  const base = `http://127.0.0.1:${port}`;
  await untilReady(running, async () => (await fetch(`${base}/status`)).ok);
  const wanted = { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } };
  const session = v.parse(Session, await sendTo(base)('POST', '/session', { capabilities: { alwaysMatch: wanted } }));
  const send = sendTo(`${base}/session/${session.sessionId}`);
  stack.defer(async () => void (await send('DELETE', '').catch(() => undefined)));
  const owned = stack.move();
  return { send, version: session.capabilities.browserVersion, stop: () => owned.disposeAsync() };
}

async function deviceOf(display: string, miniBrowser: string, size: Size): Promise<Device> {
  const { send, stop } = await startDriver(display, miniBrowser);
  let isFirst = true;
  return {
    tab: async ({ inBackground = false } = {}) => {
      const first = v.parse(v.string(), await send('GET', '/window'));
      if (isFirst) {
        isFirst = false;
        await send('POST', '/window/rect', { x: 0, y: 0, ...size });
        return tabOf(send, first);
      }
      const { handle } = v.parse(Handle, await send('POST', '/window/new', { type: inBackground ? 'tab' : 'window' }));
      return tabOf(send, handle);
    },
    setCookie: async (url, cookie) => {
      // The driver sets cookies only for the open page.
      await send('POST', '/url', { url: new URL('/icons/app-192.png', url).href });
      const [name = '', value = ''] = cookie.split('=');
      await send('POST', '/cookie', { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' } });
    },
    close: stop,
  };
}

/** Starts WebKitGTK's MiniBrowser on a virtual display, driven over WebDriver. */
export async function startWebKit(miniBrowser: string): Promise<Engine> {
  const display = await startDisplay();
  const { stop, version } = await startDriver(display.name, miniBrowser).catch(async (error: unknown) => {
    await display.stop();
    throw error;
  });
  await stop();
  return {
    name: 'WebKit',
    version,
    device: (size = { width: 1280, height: 900 }) => deviceOf(display.name, miniBrowser, size),
    close: display.stop,
  };
}
