import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { buildPartsOf } from '../../scripts/lib/build/build-changed.ts';
import { DEVELOPER_DIR } from '../../scripts/lib/build/build-page.ts';
import { workerBuildOptions } from '../../scripts/lib/build/build-worker.ts';

const outputsOf = (isDevelopment: boolean) => buildPartsOf({ isDevelopment }).map(({ output }) => output);
const isDevelopers = (path: string) => path.startsWith('worker/development/');

/** The source files that contribute code to the Worker's bundle. */
async function sourcesInBundle(isDevelopment: boolean): Promise<string[]> {
  const { metafile } = await build({ ...workerBuildOptions({ isDevelopment }), write: false, metafile: true, logLevel: 'silent' });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
}

describe('a build for production', () => {
  test('has no developer pages; a build for development adds them to the same page', () => {
    const [development, production] = [outputsOf(true), outputsOf(false)];
    const left = development.filter((output) => !production.includes(output));
    expect(left).toEqual([`${DEVELOPER_DIR}/index.html`]);
    expect(production.filter((output) => !development.includes(output))).toEqual([]);
    const hashOfPage = (isDevelopment: boolean) => buildPartsOf({ isDevelopment })[0]?.hash;
    expect(hashOfPage(false)).toBe(hashOfPage(true));
  });

  test('has a Worker without code of worker/development', async () => {
    expect((await sourcesInBundle(true)).some(isDevelopers)).toBe(true);
    expect((await sourcesInBundle(false)).filter(isDevelopers)).toEqual([]);
  });
});
