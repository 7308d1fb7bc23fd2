import * as v from 'valibot';
import { BOOT_ELEMENT, Boot } from '#contract/boot';

/** The block the Worker puts into every page, so that the first screen makes no call. */
export const boot: Boot = v.parse(Boot, JSON.parse(document.getElementById(BOOT_ELEMENT)?.textContent ?? 'null'));
