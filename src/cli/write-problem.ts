import {tableOf} from '../lib/maps.ts';

const reasons = tableOf<string>({
	ENOSPC: 'the disk is full',
	EDQUOT: 'your share of the disk is used up',
	EACCES: 'it is not allowed there',
	EPERM: 'it is not allowed there',
	EROFS: 'the disk is read-only',
	ENOENT: 'there is no such folder',
	ENOTDIR: 'a part of the path is no folder',
	EISDIR: 'it is a folder',
	ENAMETOOLONG: 'the name is too long',
	EFBIG: 'the file may not grow any more',
	EPIPE: 'its reader is gone',
	EIO: 'the terminal or disk is gone',
});

/** Why `target`, a file or an output, cannot be written, as a sentence. */
export function problemOf(error: unknown, target: string): string {
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	const reason = reasons.get(code) ?? (error instanceof Error ? error.message : 'unknown reason');
	return `${target} cannot be written: ${reason}.`;
}
