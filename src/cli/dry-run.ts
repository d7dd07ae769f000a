import type {PlainRequest} from '../contract/request.ts';
import {printableLine} from '../lib/text.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {say, writeJson} from './output.ts';
import {cliOptionMessages} from '../messages/cli-options.ts';

/** Prints the exact requests instead of sending them: one per line, the body after the path. */
export function writeRequests(io: Io, requests: readonly PlainRequest[], json: true | undefined): ExitCode {
	if (json) writeJson(io, {requests});
	else {
		for (const {method, path, body} of requests) {
			const content = body === undefined ? '' : ` ${JSON.stringify(body)}`;
			io.stdout.write(`${printableLine(`${method} ${path}${content}`)}\n`);
		}
	}
	say(io, cliOptionMessages.notSent(requests.length));
	return exitCodes.done;
}
