import type {OptionValues} from 'commander';
import type {Flags} from '../../config/profile.ts';
import type {ExitCode} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import type {LogOptions} from '../output/log-option.ts';
import type {SessionOptions} from './session.ts';

/** Options allowed before and after every command. */
export type Globals = Flags &
	SessionOptions &
	LogOptions & {color?: boolean; ascii?: true; pager?: boolean; showSecrets?: true};
/** Without an exit code, the command has done what it was asked. */
export type Action<Options> = (
	io: Io,
	globals: Globals,
	options: Options,
	words: string[],
) => Promise<ExitCode | void>;
/** Turns one of our actions into a commander action; `words` are the positional arguments. */
export type Run = <Options extends OptionValues>(
	action: Action<Options>,
) => (...args: unknown[]) => Promise<void>;
