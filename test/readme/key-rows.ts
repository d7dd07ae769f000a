import {commands} from '../../src/app/features.ts';
import {createKeymap} from '../../src/app/kernel/keys/keymap.ts';
import {keyReference} from '../../src/app/key-reference.ts';

/** All keys of the TUI with their commands. */
export const keyRows = () => keyReference(createKeymap(commands));
