import {readFile} from 'node:fs/promises';
import {text} from 'node:stream/consumers';
import {readProblem} from '../messages/files.ts';
import {UsageError} from '../lib/usage-error.ts';
import {printableLine} from '../lib/text.ts';
import type {Io} from './io.ts';
import {rconFileMessages} from '../messages/cli-rcon.ts';

/**
Reads the commands of a file, or of stdin for `-`: one per line, without blank lines and lines that start with
`#`.
*/
export async function readLines({stdin}: Io, file: string): Promise<string[]> {
	const content = file === '-' ? await text(stdin) : await readText(file);
	const lines = content.replace(/^\ufeff/, '').split(/\r?\n/);
	const commands = lines.filter(line => line.trim() !== '' && !line.trim().startsWith('#'));
	if (commands.length === 0) throw new UsageError(rconFileMessages.noCommand(printableLine(file)));
	return commands;
}

async function readText(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (cause) {
		throw new UsageError(readProblem(cause, file), {cause});
	}
}
