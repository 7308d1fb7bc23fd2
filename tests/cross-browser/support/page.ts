import { mkdir, writeFile } from 'node:fs/promises';
import { expect, onTestFailed } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.ts';
import { PATIENCE_MS } from '../../support/timing/timeouts.ts';
import type { Tab } from './browser-engine.ts';
import { type Found, findInPage, hasBeenPressed, nameOf, type Target, wantedOf } from './find-element.ts';

/** A page of the site in either browser. What acts waits until it can; what looks tells how things are. */
export interface BrowserPage {
  /** Opens a path of the site and waits until the app has taken the place of the prerendered shell. */
  open(path: string): Promise<void>;
  /** The same by the browser's buttons. */
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page; arguments and result are what JSON can carry. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Presses something in its middle, as soon as it is there, at rest and uncovered. */
  press(target: Target): Promise<void>;
  /** Presses a field, takes what stands there away and types. */
  write(label: string, text: string): Promise<void>;
  /** Chooses an option of a list by its value. */
  choose(label: string, value: string): Promise<void>;
  find(target: Target): Promise<Found>;
  /** Waits until it is shown, or until it is not. */
  sees(target: Target): Promise<void>;
  seesNo(target: Target): Promise<void>;
  title(): Promise<string>;
  /** Path, query and hash. */
  address(): Promise<string>;
  untilTitle(title: string): Promise<void>;
  untilAddress(address: string | RegExp): Promise<void>;
  /** Waits until a look into the page finds this. */
  settles<R>(look: () => R, wanted: R): Promise<void>;
  close(): Promise<void>;
}

/** The app has taken the place of the shell, and stands there. */
export const hasArrived = (): boolean => !document.querySelector('.look') && Boolean(document.querySelector('#root > *'));

const fileNameOf = (testName: string) => testName.replaceAll(/[^\w-]+/g, '-').slice(0, 120);

/** Looks until it holds; while the page goes from one document to the next a look may fail. */
export const until = (look: () => Promise<unknown>, message: string) => expect.poll(look, { timeout: PATIENCE_MS, interval: 50, message });

/** A page on the site at this address; when the running test fails, what it shows is kept in .shots/failures. */
export function pageOn(tab: Tab, url: string, name: string): BrowserPage {
  let isClosed = false;
  onTestFailed(async ({ task }) => {
    if (isClosed) return;
    process.stderr.write(`${await address()} shows: ${await evaluate(() => document.body.innerText.slice(0, 2000))}\n`);
    await mkdir(inProject('.shots/failures'), { recursive: true });
    await writeFile(inProject(`.shots/failures/${fileNameOf(`${task.name} ${name}`)}.png`), await tab.picture());
  });
  const evaluate = async <A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> =>
    (await tab.run(String(run), args)) as R;
  const find = (target: Target, isToPress = false) => evaluate(findInPage, wantedOf(target), isToPress);
  const arrive = () => until(() => evaluate(hasArrived), 'the app takes the place of its shell').toBe(true);
  const address = () => evaluate(() => location.pathname + location.search + location.hash);
  const title = () => evaluate(() => document.title);
  const press = async (target: Target) => {
    const tryPress = async () => {
      const { at, reason } = await find(target, true);
      if (!at) return reason;
      await tab.click(at.x, at.y);
      // Where the press leads to another document, that one cannot be asked yet.
      return (await evaluate(hasBeenPressed).catch(() => true)) ? 'pressed' : 'it has moved';
    };
    await until(tryPress, nameOf(target)).toBe('pressed');
  };
  return {
    open: async (path) => {
      await tab.open(new URL(path, url).href);
      await arrive();
    },
    back: tab.back,
    reload: async () => {
      await tab.reload();
      await arrive();
    },
    evaluate,
    press,
    write: async (label, text) => {
      await press({ label });
      await evaluate(() => {
        const field = document.activeElement;
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
      });
      await tab.type(text);
    },
    choose: async (label, value) => {
      await press({ label });
      await evaluate((wanted) => {
        const list = document.activeElement;
        if (!(list instanceof HTMLSelectElement)) throw new Error('no list has the focus');
        list.value = wanted;
        list.dispatchEvent(new Event('input', { bubbles: true }));
        list.dispatchEvent(new Event('change', { bubbles: true }));
      }, value);
    },
    find,
    sees: (target) => until(async () => (await find(target)).count > 0, `${nameOf(target)} is shown`).toBe(true),
    seesNo: (target) => until(async () => (await find(target)).count, `${nameOf(target)} is not shown`).toBe(0),
    title,
    address,
    untilTitle: (wanted) => until(title, 'the title').toBe(wanted),
    untilAddress: (wanted) =>
      typeof wanted === 'string' ? until(address, 'the address').toBe(wanted) : until(address, 'the address').toMatch(wanted),
    settles: (look, wanted) => until(() => evaluate(look), 'what the page holds').toEqual(wanted),
    close: async () => {
      isClosed = true;
      await tab.close();
    },
  };
}
