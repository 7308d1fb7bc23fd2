import { mkdir, writeFile } from 'node:fs/promises';
import { expect, onTestFailed } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import type { Tab } from './browser-engine.ts';
import { describeTarget, type Found, findInPage, hasBeenPressed, type Target, toWanted } from './find-element.ts';

/** A page of the site in either browser. Actions wait until they are possible; `find`, `title` and `address` return the present state. */
export interface BrowserPage {
  /** Opens a path of the site and waits until the app has taken the place of the prerendered shell. */
  open(path: string): Promise<void>;
  /** Goes back in the history, as the browser's button does. */
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page; arguments and result are passed as JSON. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Presses the middle of an element as soon as it exists, does not move and is not covered. */
  press(target: Target): Promise<void>;
  /** Replaces the content of a field by typing. */
  write(label: string, text: string): Promise<void>;
  /** Chooses an option of a select by its value. */
  choose(label: string, value: string): Promise<void>;
  find(target: Target): Promise<Found>;
  /** Waits until a matching element is shown. */
  untilShown(target: Target): Promise<void>;
  /** Waits until no matching element is shown. */
  seesNo(target: Target): Promise<void>;
  title(): Promise<string>;
  /** Path, query and hash. */
  address(): Promise<string>;
  untilTitle(title: string): Promise<void>;
  untilAddress(address: string | RegExp): Promise<void>;
  /** Waits until a function that runs in the page returns this value. */
  untilValue<R>(look: () => R, wanted: R): Promise<void>;
  close(): Promise<void>;
}

/** Runs in the page: whether the app has replaced the prerendered shell. */
export const isAppRendered = (): boolean => !document.querySelector('.prerendered-shell') && Boolean(document.querySelector('#root > *'));

const fileNameOf = (testName: string) => testName.replaceAll(/[^\w-]+/g, '-').slice(0, 120);

/** Polls a function until the expectation holds. Errors are ignored, because a page that navigates cannot be asked. */
export const until = (look: () => Promise<unknown>, message: string) =>
  expect.poll(look, { timeout: WAIT_TIMEOUT_MS, interval: 50, message });

/**
 * Wraps a tab as a page of the site at `url`. If the running test fails, its text is printed and a screenshot is put into .shots/failures.
 */
export function pageOn(tab: Tab, url: string, name: string): BrowserPage {
  let isClosed = false;
  onTestFailed(async ({ task }) => {
    if (isClosed) return;
    process.stderr.write(`${await address()} shows: ${await evaluate(() => document.body.innerText.slice(0, 2000))}\n`);
    await mkdir(inProject('.shots/failures'), { recursive: true });
    await writeFile(inProject(`.shots/failures/${fileNameOf(`${task.name} ${name}`)}.png`), await tab.screenshot());
  });
  const evaluate = async <A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> =>
    (await tab.run(String(run), args)) as R;
  const find = (target: Target, isToPress = false) => evaluate(findInPage, toWanted(target), isToPress);
  const untilArrived = () => until(() => evaluate(isAppRendered), 'the app takes the place of its shell').toBe(true);
  const address = () => evaluate(() => location.pathname + location.search + location.hash);
  const title = () => evaluate(() => document.title);
  const press = async (target: Target) => {
    const tryPress = async () => {
      const { pressPoint, reason } = await find(target, true);
      if (!pressPoint) return reason;
      await tab.click(pressPoint.x, pressPoint.y);
      // If the press leads to another document, that cannot be asked yet.
      return (await evaluate(hasBeenPressed).catch(() => true)) ? 'pressed' : 'it has moved';
    };
    await until(tryPress, describeTarget(target)).toBe('pressed');
  };
  return {
    open: async (path) => {
      await tab.open(new URL(path, url).href);
      await untilArrived();
    },
    back: tab.back,
    reload: async () => {
      await tab.reload();
      await untilArrived();
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
    untilShown: (target) => until(async () => (await find(target)).count > 0, `${describeTarget(target)} is shown`).toBe(true),
    seesNo: (target) => until(async () => (await find(target)).count, `${describeTarget(target)} is not shown`).toBe(0),
    title,
    address,
    untilTitle: (wanted) => until(title, 'the title').toBe(wanted),
    untilAddress: (wanted) =>
      typeof wanted === 'string' ? until(address, 'the address').toBe(wanted) : until(address, 'the address').toMatch(wanted),
    untilValue: (look, wanted) => until(() => evaluate(look), 'what the page holds').toEqual(wanted),
    close: async () => {
      isClosed = true;
      await tab.close();
    },
  };
}
