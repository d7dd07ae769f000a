import {tableOf} from './maps.ts';
import {printableLine} from './text.ts';

const reasons = tableOf<string>({
	ENOENT: 'there is no such file',
	EACCES: 'its permissions do not allow it',
	EPERM: 'its permissions do not allow it',
	ENOTDIR: 'a part of the path is no folder',
	EISDIR: 'it is a folder',
	ELOOP: 'its links lead in a circle',
	ENAMETOOLONG: 'the name is too long',
	EMFILE: 'too many files are open',
	ENFILE: 'too many files are open',
	EIO: 'the terminal or disk is gone',
	ENXIO: 'it is no file that can be opened',
	ERR_FS_FILE_TOO_LARGE: 'it is too large',
	ERR_INVALID_ARG_VALUE: 'the name is not valid',
});

const writeReasons = tableOf<string>({
	ENOENT: 'there is no such folder',
	EACCES: 'it is not allowed there',
	EPERM: 'it is not allowed there',
	EEXIST: 'a file is there already',
	ENOSPC: 'the disk is full',
	EDQUOT: 'your share of the disk is used up',
	EROFS: 'the disk is read-only',
	EFBIG: 'the file may not grow any more',
	EPIPE: 'its reader is gone',
});

/** Why a file cannot be read, as a sentence. */
export const readProblem = (cause: unknown, file: string): string =>
	`${printableLine(file)} cannot be read: ${reasons.get(codeOf(cause)) ?? wordsOf(cause)}.`;

/** Why `target`, a file or an output, cannot be written, as a sentence. */
export const writeProblem = (cause: unknown, target: string): string =>
	`${printableLine(target)} cannot be written: ${writeReasons.get(codeOf(cause)) ?? reasons.get(codeOf(cause)) ?? wordsOf(cause)}.`;

const codeOf = (cause: unknown): string =>
	cause instanceof Error && 'code' in cause ? String(cause.code) : '';

/** What the system says, for what nobody has seen. */
const wordsOf = (cause: unknown): string =>
	cause instanceof Error ? printableLine(cause.message) : 'the reason is not known';
