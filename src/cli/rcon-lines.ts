import {readFile} from 'node:fs/promises';
import {text} from 'node:stream/consumers';
import {readProblem} from '../messages/files.ts';
import {UsageError} from '../lib/usage-error.ts';
import {printableLine} from '../lib/text.ts';
import type {Io} from './io.ts';
import {rconFileMessages} from '../messages/cli-rcon.ts';

/** The commands of a file, or of stdin for `-`: one a line; blank lines and those that begin with `#` are left out. */
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
