import { buildChanged } from './support/build-changed.ts';
import { runCommand } from './support/command.ts';

await runCommand(async () => {
  const { hasBuilt } = await buildChanged({ isDevelopment: !process.argv.includes('--production') });
  if (!hasBuilt) console.log('dist/ is up to date.');
});
