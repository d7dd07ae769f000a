import {commands} from '../../src/core/commands/index.ts';
import {createKeymap} from '../../src/core/keymap/keymap.ts';

/** The keys of a session whose configuration changes none. */
export const usualKeymap = createKeymap(commands);
