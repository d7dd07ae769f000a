import {rmSync} from 'node:fs';
import {isAlive} from '../../lib/process/is-alive.ts';
import path from 'node:path';
import * as z from 'zod';
import {serviceFiles} from '../../contract/service-folder.ts';
import {tryParseJson} from '../../lib/json/json.ts';
import {writePrivateFile} from '../../lib/files/private-folder.ts';
import {tryReadText} from '../../lib/files/regular-file.ts';
import {UsageError} from '../../lib/errors.ts';
import {writeProblem} from '../../messages/text.ts';

const LocalEndpoint = z.object({
	url: z.url(),
	feedUrl: z.url(),
	/** The owner's token. */
	token: z.string(),
	/** The process that runs the service. */
	pid: z.int(),
	/** `command`: it runs the service only until its command has ended. */
	runner: z.enum(['serve', 'session', 'command']),
});
/** The local address and token of the service of a folder. */
export type LocalEndpoint = z.output<typeof LocalEndpoint>;

const fileIn = (folder: string) => path.join(folder, serviceFiles.endpoint);

/** Returns undefined if nothing runs the service, or a killed process has left its file. */
export function readEndpoint(folder: string): LocalEndpoint | undefined {
	const {data} = LocalEndpoint.safeParse(tryParseJson(tryReadText(fileIn(folder)) ?? ''));
	return data && isAlive(data.pid) ? data : undefined;
}

export function writeEndpoint(folder: string, endpoint: LocalEndpoint): void {
	orExplain(fileIn(folder), file => writePrivateFile(file, `${JSON.stringify(endpoint)}\n`));
}

export function removeEndpoint(folder: string): void {
	orExplain(fileIn(folder), file => rmSync(file, {force: true}));
}

/** Throws `UsageError` if the file cannot be changed. */
function orExplain(file: string, change: (file: string) => void): void {
	try {
		change(file);
	} catch (error) {
		throw new UsageError(writeProblem(error, file), {cause: error});
	}
}
