import path from 'node:path';
import type {Command} from 'commander';
import {readProblem, writeProblem} from '../../messages/files.ts';
import {databaseMessages as messages} from '../../messages/cli-serve-database.ts';
import {makePrivateFolder} from '../../lib/private-folder.ts';
import {readRegularFile} from '../../lib/regular-file.ts';
import {declareSecretVariable} from '../../lib/secret-variables.ts';
import {Secret} from '../../lib/secret.ts';
import {UsageError} from '../../lib/usage-error.ts';
import type {ServiceOptions} from '../../service/index.ts';
import type {Io} from '../io.ts';
import type {ServePort} from './serve-port.ts';

export type DatabaseOptions = {database?: string; databaseFile?: string};

const variable = 'RCONDECK_DATABASE';

export const addDatabaseOptions = (command: Command): Command =>
	command
		.option('--database <url>', messages.databaseHelp)
		.option('--database-file <file>', messages.databaseFileHelp);

/**
Returns the URL of the PostgreSQL database; undefined if the records are in a file. Throws `UsageError`, also for a
password in the arguments, which every user of the machine can read.
*/
export function readDatabase({env}: Io, {database, databaseFile: file}: DatabaseOptions): Secret | undefined {
	if (database !== undefined && file !== undefined) throw new UsageError(messages.twice);
	if (database !== undefined && hasPassword(database)) throw new UsageError(messages.passwordInArguments);
	const url = database ?? (file === undefined ? env[variable] : lineIn(file));
	if (url === undefined || (url === '' && database === undefined && file === undefined)) return undefined;
	if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url))
		throw new UsageError(messages.wrongUrl(file ?? (database === undefined ? variable : '--database')));
	declareSecretVariable('PGPASSWORD');
	return new Secret(url);
}

/** Also of a URL that is invalid otherwise. */
const hasPassword = (url: string): boolean =>
	/^[^/]*\/\/[^/@]*:[^/]*@/.test(url) || /[?&]password=/i.test(url);

function lineIn(file: string): string {
	try {
		return readRegularFile(file).toString().split(/\r?\n/, 1)[0] ?? '';
	} catch (error) {
		throw new UsageError(readProblem(error, file), {cause: error});
	}
}

/** Throws `UsageError`: the demo has other records. */
export function checkNoDatabase({database, databaseFile}: DatabaseOptions): void {
	if ((database ?? databaseFile) !== undefined) throw new UsageError(messages.notWithDemo);
}

/** Opens the service on a database. The file of the owner's token is in the folder, apart from that of its own service. */
export async function openOnDatabase(port: ServePort, folder: string, options: ServiceOptions) {
	const {openService} = await import('../../service/index.ts');
	const tokenFile = path.resolve(folder, 'database-owner-token');
	try {
		makePrivateFolder(folder);
	} catch (error) {
		throw new UsageError(writeProblem(error, folder), {cause: error});
	}
	await port.bind();
	const {onBug, onEvent} = port;
	const service = await openService({...options, ownerTokenFile: tokenFile, onBug, onEvent});
	const isOwner = service.credentials.token !== '';
	return {service, close: service.close, ...(isOwner && {tokenFile})};
}
