import {describe} from './describe.ts';
import type {Command} from 'commander';
import {hideSecrets} from '../../contract/secret-fields.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import type {Io} from '../output/io.ts';
import {type BodyOptions, isReadMethod, readJson} from './json-body.ts';
import {jsonText} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {apiCommandMessages} from '../../messages/rcon.ts';

export function addApi(program: Command, run: Run): void {
	describe(program.command('api'), apiCommandMessages)
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
				});
			}),
		);
}

const asItCame = (_name: string, value: unknown) => value;

function bodyText({stdout, showsSecrets}: Io, body: unknown): string {
	if (typeof body === 'string') return stdout.isTTY ? printable(body) : body;
	return jsonText(body, stdout.isTTY ? 2 : 0, showsSecrets ? asItCame : hideSecrets);
}
