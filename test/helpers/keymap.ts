import {commands} from '../../src/app/commands.ts';
import {createKeymap} from '../../src/app/kernel/keymap/keymap.ts';

/** The keys of a session whose configuration changes none. */
export const usualKeymap = createKeymap(commands);
