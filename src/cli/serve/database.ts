import path from 'node:path';
import type {Command} from 'commander';
import {writeProblem} from '../../messages/files.ts';
import {databaseMessages as messages} from '../../messages/cli-serve-database.ts';
import {makePrivateFolder} from '../../lib/private-folder.ts';
import {declareSecretVariable} from '../../lib/secret-variables.ts';
import type {Secret} from '../../lib/secret.ts';
import {UsageError} from '../../lib/usage-error.ts';
import type {ServiceOptions} from '../../service/index.ts';
import type {Io} from '../io.ts';
import {readSecretUrl} from './secret-url.ts';
import type {ServePort} from './serve-port.ts';

export type DatabaseOptions = {
	database?: string;
	databaseFile?: string;
	broker?: string;
	brokerFile?: string;
};

export type DatabaseUrls = {database: Secret; broker: Secret | undefined};

const databaseUrl = {
	option: '--database',
	variable: 'RCONDECK_DATABASE',
	isUrl: /^postgres(?:ql)?:\/\//,
};
const brokerUrl = {option: '--broker', variable: 'RCONDECK_BROKER', isUrl: /^amqps?:\/\//};

export const addDatabaseOptions = (command: Command): Command =>
	command
		.option('--database <url>', messages.databaseHelp)
		.option('--database-file <file>', messages.databaseFileHelp)
		.option('--broker <url>', messages.brokerHelp)
		.option('--broker-file <file>', messages.brokerFileHelp);

/**
Returns the URLs of the PostgreSQL database and of the RabbitMQ that connects its instances; undefined if the records are in
a file. Throws `UsageError`.
*/
export function readDatabase(
	{env}: Io,
	{database: url, databaseFile: file, broker, brokerFile}: DatabaseOptions,
): DatabaseUrls | undefined {
	const database = readSecretUrl(env, databaseUrl, {url, file}, messages.database);
	if (!database) {
		if ((broker ?? brokerFile) !== undefined) throw new UsageError(messages.brokerAlone);
		return undefined;
	}
	declareSecretVariable('PGPASSWORD');
	return {
		database,
		broker: readSecretUrl(env, brokerUrl, {url: broker, file: brokerFile}, messages.broker),
	};
}

/** Throws `UsageError`: the demo has other records, and its own broker. */
export function checkNoDatabase({database, databaseFile, broker, brokerFile}: DatabaseOptions): void {
	if ((database ?? databaseFile) !== undefined) throw new UsageError(messages.notWithDemo);
	if ((broker ?? brokerFile) !== undefined) throw new UsageError(messages.brokerNotWithDemo);
}

/** Returns the file of the owner's token in a folder, which it creates: it is not that of the folder's own service. */
export function tokenFileIn(folder: string): string {
	try {
		makePrivateFolder(folder);
	} catch (error) {
		throw new UsageError(writeProblem(error, folder), {cause: error});
	}
	return path.resolve(folder, 'database-owner-token');
}

/** Opens the service on a database. */
export async function openOnDatabase(port: ServePort, folder: string, options: ServiceOptions) {
	const {openService} = await import('../../service/index.ts');
	const tokenFile = tokenFileIn(folder);
	await port.bind();
	const {onBug, onEvent} = port;
	const service = await openService({...options, ownerTokenFile: tokenFile, onBug, onEvent});
	const isOwner = service.credentials.token !== '';
	return {service, close: service.close, ...(isOwner && {tokenFile})};
}
