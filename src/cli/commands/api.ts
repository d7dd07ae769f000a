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
import {apiCommandMessages} from '../../messages/cli-api.ts';

export function addApi(program: Command, run: Run): void {
	program
		.command('api')
		.description(apiCommandMessages.description)
		.argument('<method>', apiCommandMessages.methodHelp)
		.argument('<path>', apiCommandMessages.pathHelp)
		.option('-f, --file <file>', apiCommandMessages.fileHelp)
		.option('-d, --data <json>', apiCommandMessages.dataHelp)
		.action(
			run(async (io, flags, options: BodyOptions, [method = '', path = '']) => {
				if (!/^[a-z]+$/i.test(method)) throw new UsageError(apiCommandMessages.methodNeeded);
				const body = await readJson(io, options);
				return withService(io, flags, async ({api, signal, consent}) => {
					if (!isReadMethod(method)) {
						const request = printableLine(`${method.toUpperCase()} ${path}`);
						await consent({
							verb: apiCommandMessages.verb(method.toUpperCase()),
							summary: request,
							risk: 'hold',
							word: {name: path},
						});
					}
					const answer = await api.raw({method, path, ...(body !== undefined && {body})}, {signal});
					if (answer.body !== undefined) io.stdout.write(`${bodyText(io, answer.body)}\n`);
					return exitCodes.done;
				});
			}),
		);
}

const asItCame = (_name: string, value: unknown) => value;

function bodyText({stdout}: Io, body: unknown): string {
	if (typeof body === 'string') return stdout.isTTY ? printable(body) : body;
	return jsonText(body, stdout.isTTY ? 2 : 0, asItCame);
}
