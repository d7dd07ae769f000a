import type {MountOptions} from '../../tui/mount.tsx';
import type {Diagnostics} from './diagnostics.ts';
import type {ExitCode} from './exit-codes.ts';
import type {OutputFormat} from './output-options.ts';

/** What a command gets from its process; tests provide their own. */
export type Io = {
	/** Without the program name. */
	argv: readonly string[];
	env: NodeJS.ProcessEnv;
	stdin: NodeJS.ReadableStream & {isTTY?: boolean};
	stdout: Output;
	stderr: Output;
	/** The terminal for the TUI, if both stdin and stdout are one. */
	terminal?: Pick<MountOptions, 'stdin' | 'stdout'>;
	/** Allows colors in tables. */
	colors?: boolean;
	/** Output that replaces the table. */
	format?: OutputFormat;
	/** Prints the secrets in records of the service. */
	showsSecrets?: boolean;
	/** Aborted with an `Ending` by a signal or an uncaught error; the command then ends by itself. */
	ending: AbortSignal;
	/** Aborted when stdout accepts no more output. Ends commands that run only for their reader. */
	unread?: AbortSignal;
	/** Called when the service was asked to change something. */
	acted?: () => void;
	/** Called by a command that INT and TERM end in the regular way: the exit code is then 0. */
	endsNormally?: () => void;
	/** From now on, HUP calls `reload` instead of ending the program. */
	onHangUp?: (reload: () => void) => void;
	/** Sets how long a graceful end may take, in milliseconds, if longer than usual. */
	needsToEnd?: (ms: number) => void;
	/** The exit code, instead of 0, of a command whose list lacks records. */
	gaps?: {code: ExitCode};
	/** The log file, once the options are known; undefined without one. */
	diagnostics?: Diagnostics;
};
export type Output = {
	write: (text: string | Uint8Array) => unknown;
	isTTY?: boolean;
	columns?: number;
	rows?: number;
	/** Bytes that are not written yet. */
	readonly writableLength?: number;
};

/** Returns the same process with another output. Unlike a spread, it does not open stdin. */
export const withOutput = (
	io: Io,
	output: Partial<Pick<Io, 'stdout' | 'colors' | 'format' | 'showsSecrets'>>,
): Io =>
	Object.defineProperties({} as Io, {
		...Object.getOwnPropertyDescriptors(io),
		...Object.getOwnPropertyDescriptors(output),
	});

/** Why the program ends before its command is done. */
export type Ending = {code: ExitCode} | {bug: unknown};

export function endingOf({ending}: Io): Ending | undefined {
	// Callers always abort it with an Ending as the reason.
	return ending.aborted ? (ending.reason as Ending) : undefined;
}

/** Returns a signal that aborts at the end of the program, and when nobody reads stdout anymore. */
export const readingOf = ({ending, unread}: Pick<Io, 'ending' | 'unread'>): AbortSignal =>
	unread ? AbortSignal.any([ending, unread]) : ending;
