import type {OptionValues} from 'commander';
import type {Flags} from '../config/profile.ts';
import type {ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import type {SessionOptions} from './session.ts';

/** The options that are before or behind every command. */
export type Globals = Flags & SessionOptions & {color?: boolean; ascii?: true; pager?: boolean};
export type Action<Options> = (
	io: Io,
	globals: Globals,
	options: Options,
	words: string[],
) => Promise<ExitCode>;
/** Makes of an action of ours one of commander's; `words` are the arguments that are no options. */
export type Run = <Options extends OptionValues>(
	action: Action<Options>,
) => (...given: unknown[]) => Promise<void>;
