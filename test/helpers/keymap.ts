import {commands} from '../../src/app/features.ts';
import {createKeymap} from '../../src/app/kernel/keys/keymap.ts';

/** The default keymap. */
export const usualKeymap = createKeymap(commands);
