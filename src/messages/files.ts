import {tableOf} from '../lib/maps.ts';
import {printableLine} from '../lib/text.ts';

const reasons = tableOf<string>({
	ENOENT: 'no such file',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	ENOTDIR: 'a part of the path is not a directory',
	EISDIR: 'it is a directory',
	ELOOP: 'too many levels of symbolic links',
	ENAMETOOLONG: 'the name is too long',
	EMFILE: 'too many files are open',
	ENFILE: 'too many files are open',
	EIO: 'the terminal or disk is gone',
	ENXIO: 'it cannot be opened as a file',
	ETIMEDOUT: 'its writer did not finish within 30 seconds',
	ERR_FS_EISDIR: 'it is a directory',
	ERR_FS_FILE_TOO_LARGE: 'it is too large',
	ERR_INVALID_ARG_VALUE: 'the name is invalid',
});

const writeReasons = tableOf<string>({
	ENOENT: 'no such directory',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EEXIST: 'the file already exists',
	ENOSPC: 'the disk is full',
	EDQUOT: 'your disk quota is used up',
	EROFS: 'the disk is read-only',
	EFBIG: 'it has reached its maximum size',
	EPIPE: 'the reader has closed it',
	EFOREIGN:
		'it belongs to another user. Run rcondeck as that user, or use a directory of your own ($RCONDECK_CONFIG_DIR, $RCONDECK_STATE_DIR)',
});

/** Describes why a file is unreadable, as a sentence. */
export const readProblem = (cause: unknown, file: string): string =>
	`${printableLine(file)} cannot be read: ${reasons.get(codeOf(cause)) ?? wordsOf(cause)}.`;

/** Describes why `target`, a file or an output, cannot be written, as a sentence. */
export const writeProblem = (cause: unknown, target: string): string =>
	`${printableLine(target)} cannot be written: ${writeReasons.get(codeOf(cause)) ?? reasons.get(codeOf(cause)) ?? wordsOf(cause)}.`;

const codeOf = (cause: unknown): string =>
	cause instanceof Error && 'code' in cause ? String(cause.code) : '';

/** Returns the system's message if the tables above have none. */
const wordsOf = (cause: unknown): string =>
	cause instanceof Error ? printableLine(cause.message) : 'unknown reason';

/** Files named in a field or an argument. */
export const fileMessages = {
	notAFile: (name: string) => `${name} is not a file.`,
	tooLarge: (bytes: number, maxBytes: number) =>
		`The file is ${Math.ceil(bytes / 1024)} KiB. At most ${maxBytes / 1024} KiB can be sent.`,
	unreadable: (name: string, cause: unknown) => readProblem(cause, name),
};

/** `$VISUAL` or `$EDITOR` for the command input and for documents. */
export const editorMessages = {
	noTerminal: 'The terminal could not be handed over to the editor.',
	failed: (directory: string, cause: unknown) =>
		`The text could not be edited: ${writeProblem(cause, directory)}`,
	tooLong: 'The saved text is too long for a command.',
	notStarted: (why: string) => `The editor could not be started: ${why}`,
	/** `code`: undefined after a signal; `isMissing`: the shell did not find the editor. */
	ended: (editor: string, code: number | undefined, isMissing: boolean) =>
		`The editor (${editor}) ${code === undefined ? 'was ended by a signal' : `exited with code ${code}`}. The text is unchanged.${isMissing ? ' Set $VISUAL or $EDITOR to an installed editor.' : ''}`,
};
