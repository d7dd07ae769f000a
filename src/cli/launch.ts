import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {Script} from 'node:vm';
import {whichCode} from './which-code.ts';

/** By the build: names the very text of the program. */
declare const PROGRAM_ID: string;

/**
Starts the program that stands in a comment behind this launcher, with the code that V8 made of it in an earlier
run, and keeps that code at the first exit. Whatever is wrong with the kept code, the program starts without it.
*/
const file = import.meta.filename;
const whole = readFileSync(file, 'latin1');
const begin = '/*@program';
const program = whole
	.slice(whole.lastIndexOf(begin) + begin.length, whole.lastIndexOf('*/'))
	.replaceAll('*\x01/', '*/');

const prefix = `${whichCode()}-`;
const folder = path.join(cacheHome(), 'rcondeck');
const kept = path.join(folder, `${prefix}${PROGRAM_ID}-${process.versions.v8}-${process.arch}`);

const cachedData = readKept();
const script = new Script(program, {filename: file, ...(cachedData && {cachedData})});
if (!cachedData || script.cachedDataRejected) process.once('exit', keep);
script.runInThisContext();

function cacheHome(): string {
	const given = process.env['XDG_CACHE_HOME'];
	return given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.cache');
}

/** Code runs as it is: only what nobody else could have written is taken. */
function readKept(): Buffer | undefined {
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

function keep(): void {
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
