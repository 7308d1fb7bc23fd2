import { expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/lib/process/ports.ts';

test('a port is given once, also to others that choose from the same ports before anything listens there', async () => {
  const ports = [await freePort(), await freePort()];
  vi.resetModules();
  const others = await import('../../scripts/lib/process/ports.ts');
  ports.push(await others.freePort(), await others.freePort());
  expect(new Set(ports).size).toBe(4);
});
