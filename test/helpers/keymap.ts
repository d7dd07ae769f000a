import {commands} from '../../src/app/features.ts';
import {createKeymap} from '../../src/app/kernel/keymap/keymap.ts';

/** The keys of a session whose configuration changes none. */
export const usualKeymap = createKeymap(commands);
