import {
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {Script} from 'node:vm';
import {parts, runParts, type Part} from './parts.ts';
import {whichCode} from './which-code.ts';

/** By the build: names the very text of the program. */
declare const PROGRAM_ID: string;
/** By the build: how many bytes of this file each part takes. They stand in a comment, one behind the other, at its end. */
declare const PART_BYTES: Record<Part, number>;

/**
Starts the program that stands in a comment behind this launcher, with the code that V8 made of it in an earlier
run, and keeps that code at the first exit. Whatever is wrong with the kept code, the program starts without it.
*/
const file = import.meta.filename;
// Open until all is read: an update puts another file in its place.
const opened = openSync(file, 'r');
const begin = '//@program';
const which = whichCode();
const folder = path.join(cacheHome(), 'rcondeck');
runParts(part => {
	const prefix = `${which}-${part}-`;
	const kept = path.join(folder, `${prefix}${PROGRAM_ID}-${process.versions.v8}-${process.arch}`);
	const cachedData = readKept(kept);
	const script = new Script(textOf(part), {filename: file, ...(cachedData && {cachedData})});
	if (!cachedData || script.cachedDataRejected) process.once('exit', () => keep(script, prefix, kept));
	return script.runInThisContext();
});

function textOf(part: Part): string {
	const size = bytesOf(parts);
	const at = fstatSync(opened).size - size - 1;
	const read = (from: number, bytes: number) => {
		const buffer = Buffer.allocUnsafeSlow(bytes);
		return buffer.toString('latin1', 0, readSync(opened, buffer, 0, bytes, from));
	};
	const isWhole = read(at - begin.length, begin.length) + read(at + size, 1) === `${begin}\n`;
	const text = read(at + bytesOf(parts.slice(0, parts.indexOf(part))), PART_BYTES[part]);
	if (part === parts.at(-1)) closeSync(opened);
	if (isWhole) return text;
	process.stderr.write(`rcondeck: ${file} is not as it was built: copy or install it again.\n`);
	process.exit(70);
}

function bytesOf(some: readonly Part[]): number {
	return some.reduce((sum, part) => sum + PART_BYTES[part], 0);
}

function cacheHome(): string {
	const given = process.env['XDG_CACHE_HOME'];
	return given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.cache');
}

/** Code runs as it is: only what nobody else could have written is taken. */
function readKept(kept: string): Buffer | undefined {
	try {
		const mine = process.getuid?.();
		for (const place of [folder, kept]) {
			const {uid, mode} = statSync(place);
			if (mine !== undefined && (uid !== mine || (mode & 0o022) !== 0)) return undefined;
		}
		return readFileSync(kept);
	} catch {
		return undefined;
	}
}

function keep(script: Script, prefix: string, kept: string): void {
	const fresh = `${kept}.${process.pid}`;
	try {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		writeFileSync(fresh, script.createCachedData(), {mode: 0o600});
		renameSync(fresh, kept);
		for (const name of readdirSync(folder)) {
			if (name.startsWith(prefix) && name !== path.basename(kept)) rmSync(path.join(folder, name));
		}
	} catch {
		// Without a place to keep it the next start takes a little longer.
		discard(fresh);
	}
}

/** Where there is no folder, there is nothing to discard either, and that too is said by throwing. */
function discard(fresh: string): void {
	try {
		rmSync(fresh, {force: true});
	} catch {}
}
