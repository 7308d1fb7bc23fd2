import { buildChanged } from './lib/build/build-changed.ts';
import { runCommand } from './lib/command/run-command.ts';

await runCommand(async () => {
  const { hasBuilt } = await buildChanged({ isDevelopment: !process.argv.includes('--production') });
  if (!hasBuilt) console.log('dist/ is up to date.');
});
