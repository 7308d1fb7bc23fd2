/** Resolves once the page has loaded and the browser is idle, so that what is fetched then takes nothing from the first screen. */
export async function untilPageIdle(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  if ('requestIdleCallback' in window) await new Promise((resolve) => requestIdleCallback(resolve));
}
