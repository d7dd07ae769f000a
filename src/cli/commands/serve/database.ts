import path from 'node:path';
import {optionGroups} from '../../../messages/cli.ts';
import type {Command} from 'commander';
import {readProblem, writeProblem} from '../../../messages/text.ts';
import {databaseMessages as messages} from '../../../messages/serve.ts';
import {checkConnections, readAllowances} from '../../../config/connections.ts';
import {makePrivateFolder} from '../../../lib/files/private-folder.ts';
import {pause, systemClock} from '../../../lib/time/clock.ts';
import {backoffMs} from '../../../lib/time/retry-delay.ts';
import {Unavailable, UsageError} from '../../../lib/errors.ts';
import {declareSecretVariable} from '../../../lib/process/secret-variables.ts';
import {Secret} from '../../../lib/secrets/secret.ts';
import type {ServiceOptions} from '../../../service/index.ts';
import type {Io} from '../../output/io.ts';
import type {ServePort} from './serve-port.ts';
import {readRegularFile} from '../../../lib/files/regular-file.ts';

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
		.optionsGroup(optionGroups.instances)
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
	checkConnections(env, [], readAllowances(env));
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

/**
Opens the service on a database. As long as the database or the broker is not there, waits for it: machines and containers
start in any order. Meanwhile the port answers that it is not ready. Returns undefined if the signal ends the wait.
*/
export async function openOnDatabase(
	port: ServePort,
	folder: string,
	options: ServiceOptions,
	signal: AbortSignal,
) {
	const {openService} = await import('../../../service/index.ts');
	const tokenFile = tokenFileIn(folder);
	await port.bind();
	const {onBug, onEvent} = port;
	const open = () => openService({...options, ownerTokenFile: tokenFile, onBug, onEvent});
	const service = await whenAvailable(open, port, signal);
	if (!service) return undefined;
	const isOwner = service.credentials.token !== '';
	return {service, close: service.close, ...(isOwner && {tokenFile})};
}

const [firstRetryMs, maxRetryMs] = [500, 15_000];

/** Repeats an operation that fails with `Unavailable`. Resolves to undefined if the signal ends that. */
async function whenAvailable<Result>(
	open: () => Promise<Result>,
	{log}: Pick<ServePort, 'log'>,
	signal: AbortSignal,
): Promise<Result | undefined> {
	for (let failures = 0; !signal.aborted; failures++) {
		try {
			return await open();
		} catch (error) {
			if (!(error instanceof Unavailable)) throw error;
			const retryMs = backoffMs(firstRetryMs, maxRetryMs, failures);
			const message = messages.waiting(error.message, retryMs);
			log.write({level: 'warn', event: 'waiting', message, fields: {retryMs}});
			await pause(systemClock, retryMs, signal).catch(() => {});
		}
	}
	return undefined;
}

/** The option of a URL, and the variable that has it otherwise. */
type UrlSource = {option: string; variable: string; isUrl: RegExp};

type Given = {
	/** The value of the option. */
	url: string | undefined;
	/** The value of the option of a file, whose first line is the URL. */
	file: string | undefined;
};

type Texts = {twice: string; passwordInArguments: string; wrongUrl: (source: string) => string};

/**
Returns the URL, or undefined if there is none. Throws `UsageError`, also for a password in the arguments, which every user
of the machine can read.
*/
function readSecretUrl(
	env: NodeJS.ProcessEnv,
	{option, variable, isUrl}: UrlSource,
	{url: given, file}: Given,
	texts: Texts,
): Secret | undefined {
	if (given !== undefined && file !== undefined) throw new UsageError(texts.twice);
	if (given !== undefined && hasPassword(given)) throw new UsageError(texts.passwordInArguments);
	const url = given ?? (file === undefined ? env[variable] : lineIn(file));
	if (url === undefined || (url === '' && given === undefined && file === undefined)) return undefined;
	if (!isUrl.test(url) || !URL.canParse(url))
		throw new UsageError(texts.wrongUrl(file ?? (given === undefined ? variable : option)));
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
