import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {writeProblem} from './file-problem.ts';

/** What came out of the editor, or why nothing did. */
export type Edited = {text: string} | {problem: string};

type Options = {
	env: Readonly<Record<string, string | undefined>>;
	/** Gives the terminal away while the task runs. */
	lend: (task: () => Promise<void>) => Promise<void>;
};

/** Larger files are not commands. */
const mostBytes = 1024 * 1024;

/** Opens the text in $VISUAL or $EDITOR, as git does: with the editor's own arguments, else in vi. */
export async function editExternally(text: string, {env, lend}: Options): Promise<Edited> {
	const editor = [env['VISUAL'], env['EDITOR']].find(name => name?.trim()) ?? 'vi';
	let edited: Edited = {problem: 'The terminal could not be given to the editor.'};
	try {
		const folder = await mkdtemp(path.join(tmpdir(), 'rcondeck-'));
		try {
			// By its name an editor knows how to colour it.
			const file = path.join(folder, text.startsWith('{') ? 'document.json' : 'command.txt');
			await writeFile(file, `${text}\n`, {mode: 0o600});
			await lend(async () => {
				edited = await afterEditing(editor, file, env);
			});
		} finally {
			await rm(folder, {recursive: true, force: true});
		}
	} catch (error) {
		edited = {problem: `The line could not be edited: ${writeProblem(error, tmpdir())}`};
	}
	return edited;
}

async function afterEditing(editor: string, file: string, env: Options['env']): Promise<Edited> {
	const problem = await run(editor, file, env);
	if (problem !== undefined) return {problem};
	const bytes = await readFile(file);
	if (bytes.length > mostBytes) return {problem: 'What the editor saved is too long for commands.'};
	return {text: bytes.toString('utf8')};
}

/** Why the editor did not end well, if it did not. */
function run(editor: string, file: string, env: Options['env']): Promise<string | undefined> {
	return new Promise(resolve => {
		const child = spawn('sh', ['-c', `${editor} "$1"`, editor, file], {
			stdio: 'inherit',
			env: withoutOurs(env),
		});
		child.on('error', error => resolve(`The editor could not be started: ${error.message}`));
		child.on('close', code => {
			const hint = code === 127 ? ' Set $VISUAL or $EDITOR to one that is there.' : '';
			resolve(
				code === 0
					? undefined
					: `The editor (${editor}) ended with ${code ?? 'a signal'}: the line is as it was.${hint}`,
			);
		});
	});
}

/** What is ours in the environment may be secret, and no editor needs it. */
function withoutOurs(env: Options['env']): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('RCONDECK_')));
}
