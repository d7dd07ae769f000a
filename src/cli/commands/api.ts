import {readFile} from 'node:fs/promises';
import {text} from 'node:stream/consumers';
import type {Command} from 'commander';
import {printable, printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import type {Run} from '../program.ts';
import {withService} from '../session.ts';

type Options = {file?: string; data?: string};

export function addApi(program: Command, run: Run): void {
	program
		.command('api')
		.description('Call any endpoint with the credentials of the profile')
		.argument('<method>', 'GET, POST, DELETE ...')
		.argument('<path>', 'relative to the base URL, such as /team/my')
		.option('-f, --file <file>', 'send this file as the JSON body; - reads stdin')
		.option('-d, --data <json>', 'send this JSON body')
		.action(
			run(async (io, flags, options: Options, [method = '', path = '']) => {
				if (!/^[a-z]+$/i.test(method)) throw new UsageError('The method is one word, such as GET or POST.');
				const body = await readBody(io, options);
				return withService(io, flags, async ({api, signal}) => {
					const answer = await api.raw({method, path, ...(body !== undefined && {body})}, {signal});
					if (answer.body !== undefined) io.stdout.write(`${shown(io, answer.body)}\n`);
					return exitCodes.done;
				});
			}),
		);
}

function shown({stdout}: Io, body: unknown): string {
	if (typeof body === 'string') return stdout.isTTY ? printable(body) : body;
	return JSON.stringify(body, undefined, stdout.isTTY ? 2 : undefined);
}

async function readBody({stdin}: Io, {file, data}: Options): Promise<unknown> {
	if (file !== undefined && data !== undefined)
		throw new UsageError('Give the body with -f or with -d, not both.');
	const source = file === undefined ? '-d' : `-f ${printableLine(file)}`;
	const given = file === undefined ? data : file === '-' ? await text(stdin) : await readText(file);
	if (given === undefined) return undefined;
	try {
		return JSON.parse(given) as unknown;
	} catch (error) {
		const why = error instanceof Error ? printableLine(error.message) : 'not understood';
		throw new UsageError(`The body from ${source} is not JSON: ${why}.`);
	}
}

async function readText(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		const why = error instanceof Error ? printableLine(error.message) : 'unknown reason';
		throw new UsageError(`The file of -f cannot be read: ${why}.`);
	}
}
