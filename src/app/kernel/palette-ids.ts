import type {CommandId} from '../../messages/command-ids.ts';

/** Commands of the palette that take words. */
export type WordedName = 'filter' | 'go' | 'sort' | 'theme' | 'time';

/** What the palette offers: a command, or one that takes words, with or without them. */
export type PaletteId = CommandId | WordedName | `${WordedName} ${string}`;
