import type {Command} from 'commander';
import {printable, printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {readJson, type BodyOptions} from '../json-body.ts';
import {jsonText} from '../output.ts';
import type {Run} from '../command-run.ts';
import {isReadMethod} from '../read-method.ts';
import {withService} from '../session.ts';

export function addApi(program: Command, run: Run): void {
	program
		.command('api')
		.description('Call any endpoint with the credentials of the profile')
		.argument('<method>', 'GET, POST, DELETE ...')
		.argument('<path>', 'relative to the base URL, such as /team/my')
		.option('-f, --file <file>', 'send this file as the JSON body; - reads stdin')
		.option('-d, --data <json>', 'send this JSON body')
		.action(
			run(async (io, flags, options: BodyOptions, [method = '', path = '']) => {
				if (!/^[a-z]+$/i.test(method)) throw new UsageError('The method is one word, such as GET or POST.');
				const body = await readJson(io, options);
				return withService(io, flags, async ({api, signal, consent}) => {
					if (!isReadMethod(method)) {
						const request = printableLine(`${method.toUpperCase()} ${path}`);
						await consent({verb: `api ${method.toUpperCase()}`, act: request, risk: 'hold', word: path});
					}
					const answer = await api.raw({method, path, ...(body !== undefined && {body})}, {signal});
					if (answer.body !== undefined) io.stdout.write(`${shown(io, answer.body)}\n`);
					return exitCodes.done;
				});
			}),
		);
}

const asItCame = (_name: string, value: unknown) => value;

function shown({stdout}: Io, body: unknown): string {
	if (typeof body === 'string') return stdout.isTTY ? printable(body) : body;
	return jsonText(body, stdout.isTTY ? 2 : 0, asItCame);
}
