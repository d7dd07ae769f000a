import type {ByName} from '../json/maps.ts';
import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {shellCommand} from './shell-command.ts';
import {withoutOwnVariables} from './secret-variables.ts';

/** The edited text, or why there is none. */
export type Edited = {text: string} | {problem: string};

type Options = {
	env: ByName<string | undefined>;
	/** Hands the terminal over while the task runs. */
	lend: (task: () => Promise<void>) => Promise<void>;
	words: Words;
	/** Editors choose syntax highlighting by the name. */
	fileName?: string;
};

/** Texts of the problems. */
type Words = {
	noTerminal: string;
	failed: (directory: string, cause: unknown) => string;
	tooLong: string;
	notStarted: (why: string) => string;
	ended: (editor: string, code: number | undefined, isMissing: boolean) => string;
};

/** Larger files are rejected: they cannot be commands. */
const maxBytes = 1024 * 1024;

/** Opens the text in $VISUAL or $EDITOR, including its arguments, as git does; by default vi, on Windows notepad. */
export async function editExternally(text: string, {env, lend, words, fileName}: Options): Promise<Edited> {
	const usual = process.platform === 'win32' ? 'notepad' : 'vi';
	const editor = [env['VISUAL'], env['EDITOR']].find(name => name?.trim()) ?? usual;
	let edited: Edited = {problem: words.noTerminal};
	try {
		const folder = await mkdtemp(path.join(tmpdir(), 'rcondeck-'));
		try {
			const usualName = text.startsWith('{') ? 'document.json' : 'command.txt';
			const file = path.join(folder, fileName ?? usualName);
			await writeFile(file, `${text}\n`, {mode: 0o600});
			await lend(async () => {
				edited = await afterEditing(editor, file, {env, words});
			});
		} finally {
			await rm(folder, {recursive: true, force: true});
		}
	} catch (error) {
		edited = {problem: words.failed(tmpdir(), error)};
	}
	return edited;
}

type Running = Pick<Options, 'env' | 'words'>;

async function afterEditing(editor: string, file: string, running: Running): Promise<Edited> {
	const problem = await run(editor, file, running);
	if (problem !== undefined) return {problem};
	const bytes = await readFile(file);
	if (bytes.length > maxBytes) return {problem: running.words.tooLong};
	return {text: bytes.toString('utf8')};
}

/** Runs the editor. Resolves to the problem, if any. */
function run(editor: string, file: string, {env, words}: Running): Promise<string | undefined> {
	return new Promise(resolve => {
		const {program, args, options} = shellCommand(editor, file);
		const child = spawn(program, args, {
			...options,
			stdio: 'inherit',
			env: withoutOwnVariables(env),
		});
		child.on('error', error => resolve(words.notStarted(error.message)));
		child.on('close', code =>
			resolve(code === 0 ? undefined : words.ended(editor, code ?? undefined, code === 127)),
		);
	});
}
