import type { CDPSession, Page } from 'playwright-core';

/** What a tab holds after its garbage was collected. */
export interface PageMemory {
  readonly heapBytes: number;
  /** Nodes of all kinds that the renderer holds, in a document or not. */
  readonly nodes: number;
  /** Elements that scripts hold outside the document, with all below them. */
  readonly detachedElements: number;
  readonly listeners: number;
  readonly documents: number;
}

/** Where the collector of a garbage cycle leaves something for the next one. */
const COLLECTIONS = 3;

/** Counts a detached element and all below it. */
interface DomNode {
  readonly nodeType?: number;
  readonly children?: readonly DomNode[];
}
const ELEMENT = 1;
const elementsIn = ({ nodeType, children = [] }: DomNode): number =>
  children.reduce((sum, child) => sum + elementsIn(child), nodeType === ELEMENT ? 1 : 0);

/** Measures the memory of a tab. The returned function collects its garbage first. */
export async function memoryMeterOf(page: Page): Promise<() => Promise<PageMemory>> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  for (const domain of ['Performance.enable', 'HeapProfiler.enable'] as const) await cdp.send(domain);
  return async () => {
    for (let run = 0; run < COLLECTIONS; run += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    // While this domain is enabled it holds each node that it has named.
    await cdp.send('DOM.enable');
    const { detachedNodes } = await cdp.send('DOM.getDetachedDomNodes');
    await cdp.send('DOM.disable');
    return {
      heapBytes: metric('JSHeapUsedSize'),
      nodes: metric('Nodes'),
      detachedElements: detachedNodes.reduce((sum, { treeNode }) => sum + elementsIn(treeNode), 0),
      listeners: metric('JSEventListeners'),
      documents: metric('Documents'),
    };
  };
}
