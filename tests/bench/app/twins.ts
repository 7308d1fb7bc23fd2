import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { listen } from '../../support/listen.ts';
import { assertRight } from '../support/report.ts';

/** A server of pages as they stand, with nothing left in them that runs: what no application can beat. */
export interface Twins {
  /** Keeps what this page shows now, without its scripts; gives its address on this server. */
  keep(page: Page): Promise<string>;
}

interface Kept {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const KEEP_SECONDS = 3600;
const IS_TEXT = /^(text\/|application\/(json|javascript)|image\/svg)/;

const packed = (body: Buffer, type: string): Kept => ({
  body: IS_TEXT.test(type) ? gzipSync(body) : body,
  headers: { 'Content-Type': type, ...(IS_TEXT.test(type) ? { 'Content-Encoding': 'gzip' } : {}) },
});

/** Runs in the page: the document as it is drawn, with its styles, fonts and pictures, without what runs or feeds what runs. */
function withoutScripts(): string {
  const copy = new DOMParser().parseFromString(document.documentElement.outerHTML, 'text/html');
  const idle = 'script, noscript, link[rel=modulepreload], link[rel=preload][as=fetch], link[rel=manifest]';
  for (const element of copy.querySelectorAll(idle)) element.remove();
  return `<!doctype html>${copy.documentElement.outerHTML}`;
}

/** A plain server beside the product: pages out of its memory, their styles, fonts and pictures fetched from the product once. */
export async function startTwins(productUrl: string, lifetime: AsyncDisposableStack): Promise<Twins> {
  const pages = new Map<string, Kept>();
  const files = new Map<string, Promise<Kept>>();

  async function fileOf(path: string): Promise<Kept> {
    const answer = await fetch(new URL(path, productUrl));
    assertRight(answer.ok, `${path} of a twin is there`);
    const kept = packed(Buffer.from(await answer.arrayBuffer()), answer.headers.get('Content-Type') ?? '');
    return { ...kept, headers: { ...kept.headers, 'Cache-Control': `public, max-age=${KEEP_SECONDS}` } };
  }
  function fileFor(path: string): Promise<Kept> {
    const file = files.get(path) ?? fileOf(path);
    files.set(path, file);
    return file;
  }
  async function answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(url, productUrl).pathname;
    const { headers, body } = pages.get(path) ?? (await fileFor(path));
    response.writeHead(200, headers).end(body);
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end());
  });
  const { url } = await listen(server, 'http');
  lifetime.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    async keep(page) {
      const html = await page.evaluate(withoutScripts);
      const { pathname } = new URL(page.url());
      pages.set(pathname, packed(Buffer.from(html), 'text/html; charset=UTF-8'));
      return `${url}${pathname}`;
    },
  };
}
