import {randomUUID} from 'node:crypto';
import {existsSync, rmSync, writeFileSync} from 'node:fs';
import {type FileHandle, open, rename, rm, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';
import type {Files, Recording, Saved} from '../../app/kernel/state/services.ts';
import {makePrivateFolder} from '../../lib/files/private-folder.ts';
import {withoutSecrets} from '../../lib/secrets/secret-patterns.ts';
import {writeProblem} from '../../messages/text.ts';
import {fileMessages} from '../../messages/cli.ts';
import {type Config, isDemo} from '../../config/load.ts';

type Options = {
	stateDir: string;
	/** Folder for names without one. */
	folder: string;
	/** The credentials of this session, which may change. */
	secrets: readonly string[] | (() => readonly string[]);
};

/** Highest number tried for a free name. */
const maxNumber = 999;

/** Opens the files of copies, exports and transcripts. */
export function openFiles({stateDir, folder, secrets}: Options): Files {
	// Longest first: one secret may contain another.
	const known = () =>
		(typeof secrets === 'function' ? secrets() : secrets)
			.filter(secret => secret.length >= 4)
			.toSorted((a, b) => b.length - a.length);
	const place = (name: string) =>
		name.startsWith('~/') ? path.join(homedir(), name.slice(2)) : path.resolve(folder, name);
	return {
		hide: text => known().reduce((rest, secret) => rest.replaceAll(secret, '***'), withoutSecrets(text)),
		save: (name, texts, isWanted) =>
			orProblem(place(name), async () => {
				const part = await writeTemporaryFile(place(name), texts);
				try {
					if (!isWanted()) return undefined;
					const {file, handle} = await openNew(place(name));
					await handle.close();
					await rename(part, file).catch(async error => {
						await rm(file, {force: true});
						throw error;
					});
					return {path: file};
				} finally {
					await drop(part);
				}
			}),
		target: name => {
			const wanted = place(name);
			const free = numbered(wanted).find(file => !existsSync(file)) ?? wanted;
			return {path: free, isNumbered: free !== wanted};
		},
		keepCopy: text => {
			const file = path.join(stateDir, 'copied.txt');
			return orProblem(file, async () => {
				makePrivateFolder(stateDir);
				// Another session may write the same file: the last one wins with a complete file.
				const next = `${file}.${randomUUID()}`;
				try {
					await writeFile(next, text, {mode: 0o600, flag: 'wx'});
					await rename(next, file);
				} finally {
					await rm(next, {force: true});
				}
				return {path: file};
			});
		},
		dismissWelcome: () => dismissWelcome(stateDir),
		record: (name, onProblem) =>
			orProblem(place(name), async () => {
				const {file, handle} = await openNew(place(name));
				return openRecording({path: file, handle, onProblem, wordsOf: error => writeProblem(error, file)});
			}),
	};
}

/** Unfinished temporary files; they are removed at exit. */
const unfinished = new Set<string>();
let isWatched = false;

function watchExit(): void {
	if (isWatched) return;
	isWatched = true;
	process.on('exit', () => {
		for (const file of unfinished) rmSync(file, {force: true});
	});
}

/** Writes to a temporary file next to the target, with a name that marks it as incomplete. */
async function writeTemporaryFile(wanted: string, texts: AsyncIterable<string>): Promise<string> {
	const {dir, base} = path.parse(wanted);
	// A name is limited to 255 bytes, and letters of some scripts take three.
	const part = path.join(dir, `.${base.slice(0, 60).toWellFormed()}.${randomUUID().slice(0, 8)}.part`);
	const handle = await open(part, 'ax', 0o600);
	watchExit();
	unfinished.add(part);
	try {
		for await (const text of texts) await handle.writeFile(text);
		await handle.sync();
	} catch (error) {
		await drop(part);
		throw error;
	} finally {
		await handle.close();
	}
	return part;
}

async function drop(part: string): Promise<void> {
	await rm(part, {force: true});
	unfinished.delete(part);
}

/** Yields the wanted file, and the same with a number. */
function* numbered(wanted: string): Generator<string, undefined> {
	const {dir, name, ext} = path.parse(wanted);
	yield wanted;
	for (let number = 2; number <= maxNumber; number++) yield path.join(dir, `${name}-${number}${ext}`);
}

/** Creates a new file; if the name is taken, a number is appended. */
async function openNew(wanted: string): Promise<{file: string; handle: FileHandle}> {
	for (const file of numbered(wanted)) {
		try {
			return {file, handle: await open(file, 'ax', 0o600)};
		} catch (error) {
			if (codeOf(error) !== 'EEXIST') throw error;
		}
	}
	throw new Error(fileMessages.namesTaken);
}

async function orProblem<Done>(
	file: string,
	task: () => Promise<Done>,
): Promise<Done | Extract<Saved, {problem: string}>> {
	try {
		return await task();
	} catch (error) {
		return {problem: writeProblem(error, file)};
	}
}

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

type RecordingOptions = {
	path: string;
	handle: FileHandle;
	onProblem: (problem: string | undefined) => void;
	wordsOf: (error: unknown) => string;
	/** Maximum bytes queued for the disk. Text beyond it is dropped, and the loss is noted in the file. */
	maxQueuedBytes?: number;
};

/** Enough for minutes of a flood of the feed. */
const usualWaiting = 16_000_000;

/**
Opens a file to which text is appended as it arrives. Each write is flushed to the disk, so that a crash of the
TUI or of the machine loses only the last moment. After a failure the text is queued until the next addition.
*/
export function openRecording({
	path,
	handle,
	onProblem,
	wordsOf,
	maxQueuedBytes = usualWaiting,
}: RecordingOptions): Recording {
	let waiting: Buffer[] = [];
	let size = 0;
	let lost = 0;
	let hasAlert = false;
	let writing: Promise<void> | undefined;

	/** Resolves to false after a failure; the text stays queued until the next addition. */
	const write = async (): Promise<boolean> => {
		try {
			while (waiting.length > 0 || lost > 0) {
				if (waiting.length === 0) {
					waiting.push(Buffer.from(fileMessages.lost(lost)));
					lost = 0;
				}
				const bytes = Buffer.concat(waiting);
				waiting = [bytes];
				const {bytesWritten} = await handle.write(bytes);
				// More text may have been queued meanwhile.
				waiting = [bytes.subarray(bytesWritten), ...waiting.slice(1)].filter(({length}) => length > 0);
				size = waiting.reduce((sum, {length}) => sum + length, 0);
			}
			await handle.datasync();
			if (hasAlert) onProblem(undefined);
			hasAlert = false;
			return true;
		} catch (error) {
			if (!hasAlert) onProblem(wordsOf(error));
			hasAlert = true;
			return false;
		}
	};
	const push = async () => {
		// Write entries queued while the disk was busy.
		while ((await write()) && waiting.length > 0);
		writing = undefined;
	};

	return {
		path,
		add: text => {
			const bytes = Buffer.from(text);
			if (size + bytes.length > maxQueuedBytes) lost++;
			else {
				waiting.push(bytes);
				size += bytes.length;
			}
			writing ??= push();
		},
		close: async () => {
			await writing;
			await write();
			await handle.close().catch(() => {});
		},
	};
}

const fileIn = (stateDir: string) => path.join(stateDir, 'welcome-dismissed');

const hasProfiles = ({settings}: Config): boolean => Object.keys(settings.profiles).length > 0;

/** Returns whether the TUI shows its welcome: on the demo without a profile, until it is dismissed. */
export const isFirstRun = (config: Config): boolean =>
	isDemo(config) && !hasProfiles(config) && !existsSync(fileIn(config.stateDir));

/** A user who once had a profile, own servers or a service needs no welcome after removing it. */
export function keepDismissed(config: Config): void {
	const {stateDir} = config;
	if ((!isDemo(config) || hasProfiles(config)) && !existsSync(fileIn(stateDir))) dismissWelcome(stateDir);
}

export function dismissWelcome(stateDir: string): void {
	try {
		makePrivateFolder(stateDir);
		writeFileSync(fileIn(stateDir), '', {mode: 0o600});
	} catch {
		// The next start shows it again: nothing is lost.
	}
}
