import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {Script} from 'node:vm';
import {runParts, type Part} from './parts.ts';
import {whichCode} from './which-code.ts';

/** By the build: names the very text of the program. */
declare const PROGRAM_ID: string;

/**
Starts the program that stands in a comment behind this launcher, with the code that V8 made of it in an earlier
run, and keeps that code at the first exit. Whatever is wrong with the kept code, the program starts without it.
*/
const file = import.meta.filename;
const whole = readFileSync(file);
const marks: Record<Part, [begin: string, end: string]> = {
	first: ['/*@program', '@rest'],
	rest: ['@rest', '*/'],
};
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
	const [begin, end] = marks[part];
	return whole
		.toString('latin1', whole.lastIndexOf(begin) + begin.length, whole.lastIndexOf(end))
		.replaceAll('*\x01/', '*/');
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
