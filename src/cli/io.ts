import type {MountOptions} from '../tui/mount.tsx';
import type {ExitCode} from './exit-codes.ts';
import type {OutputFormat} from './output-options.ts';

/** What a command gets from the process that runs it; a test gives its own. */
export type Io = {
	/** Without the program's own name. */
	argv: readonly string[];
	env: NodeJS.ProcessEnv;
	stdin: NodeJS.ReadableStream & {isTTY?: boolean};
	stdout: Output;
	stderr: Output;
	/** Where stdin and stdout are a terminal: the terminal, for the TUI. */
	terminal?: Pick<MountOptions, 'stdin' | 'stdout'>;
	/** Tables may have colours. */
	colours?: boolean;
	/** What is printed instead of a table. */
	format?: OutputFormat;
	/** Aborted with an `Ending`, by a signal or by an error that nobody caught; the command then ends by itself. */
	ending: AbortSignal;
	/** Aborted when stdout takes nothing any more: what goes on only for its reader ends. */
	unread?: AbortSignal;
	/** Tells that the service was asked to change something. */
	acted?: () => void;
	/** Says how long ending in good order may take, in milliseconds, where that is more than usual. */
	needsToEnd?: (ms: number) => void;
};
export type Output = {
	write: (text: string | Uint8Array) => unknown;
	isTTY?: boolean;
	columns?: number;
	rows?: number;
};

/** Why the program is to end before its command is done. */
export type Ending = {code: ExitCode} | {bug: unknown};

export function endingOf({ending}: Io): Ending | undefined {
	// Whoever aborts it gives an Ending as the reason.
	return ending.aborted ? (ending.reason as Ending) : undefined;
}

/** Aborted by an ending, and when nobody reads stdout any more. */
export const readingOf = ({ending, unread}: Pick<Io, 'ending' | 'unread'>): AbortSignal =>
	unread ? AbortSignal.any([ending, unread]) : ending;
