import {commands} from '../../src/app/features.ts';
import {createKeymap} from '../../src/app/kernel/keymap/keymap.ts';
import {keyReference} from '../../src/app/key-reference.ts';

/** Every key of the TUI with what it does. */
export const keyRows = () => keyReference(createKeymap(commands));
