import { vi } from 'vitest';

// The files of a process follow one another; each finds every module of ours as if nobody had asked it anything, or mocks it.
vi.resetModules();
