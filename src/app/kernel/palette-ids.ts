import type {CommandId} from '../../messages/command-ids.ts';

/** Commands of the palette that take arguments. */
export type WordedName =
	'away' | 'columns' | 'filter' | 'go' | 'player' | 'profile' | 'sort' | 'theme' | 'time' | 'view';

/** An entry of the palette: a command, or one that takes arguments, with or without them. */
export type PaletteId =
	CommandId | WordedName | `${WordedName | 'node' | 'start' | 'stop' | 'restart' | 'broadcast'} ${string}`;
