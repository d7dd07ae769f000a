import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {setImmediate} from 'node:timers/promises';
import {createPrivateFile} from '../../lib/files/private-folder.ts';
import {checkRegularFile} from '../../lib/files/regular-file.ts';
import {sqliteProblem} from '../../lib/files/sqlite.ts';
import {recordsProblem} from '../records/records-problem.ts';
import {openHttp} from '../../lib/net/http.ts';
import type {Service} from '../index.ts';
import {responseOf} from '../http/refusal.ts';
import {hashOf, isSecret} from '../access/secrets.ts';
import {type LocalEndpoint, removeEndpoint, writeEndpoint} from './endpoint.ts';
import {markOwnServers} from './own-servers-mark.ts';

/**
Takes the lock that one process at a time holds while it runs the service of a folder. Returns a function that releases
it, or undefined if another process holds it. Throws `UsageError` if the file cannot be used. When the process ends, even
by `kill -9`, the operating system releases the lock.
*/
function lockFolder(folder: string): (() => void) | undefined {
	const file = path.join(folder, 'service.lock');
	let database: DatabaseSync | undefined;
	try {
		createPrivateFile(file);
		checkRegularFile(file);
		const opened = new DatabaseSync(file);
		database = opened;
		opened.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
		return () => opened.close();
	} catch (error) {
		database?.close();
		if (sqliteProblem(error) === 'busy') return undefined;
		throw recordsProblem(error, file);
	}
}

/** A service of a folder that this process runs. */
export type RunningLocally<Opened extends Service = Service> = {
	service: Opened;
	endpoint: LocalEndpoint;
	/** Resolves to the names of the servers that continue to run. */
	close: () => Promise<string[]>;
};

type Fetch = Service['fetch'];

type Options<Opened extends Service> = {
	/** It exists. */
	folder: string;
	runner: LocalEndpoint['runner'];
	open: () => Promise<Opened>;
	/**
	Called when `rcondeck serve` asks to take over the service. Undefined: the request is refused. A `command` refuses it
	until its own actions are complete.
	*/
	onHandOver?: () => void;
	onBug: (bug: unknown) => void;
};

/**
Runs the service of a folder in this process, and lets the other processes of this user connect to it. Returns undefined
if another process runs it.
*/
export async function runLocally<Opened extends Service>({
	folder,
	runner,
	open,
	onHandOver,
	onBug,
}: Options<Opened>): Promise<RunningLocally<Opened> | undefined> {
	const release = lockFolder(folder);
	if (!release) return undefined;
	const undo: (() => unknown)[] = [release];
	try {
		// Left by a killed process; its port may belong to another program now.
		removeEndpoint(folder);
		const service = await open();
		undo.unshift(() => service.close());
		const {broker, links, credentials} = service;
		const isReady = async () => runner !== 'command' || isIdle(service);
		const fetch = answerHandOver(service, {isReady, onHandOver});
		const {listen} = await import('../http/listen.ts');
		const {url, feedUrl, close: closePort, drain} = await listen({broker, links, fetch}, {port: 0, onBug});
		undo.unshift(closePort);
		const endpoint = {url, feedUrl, token: credentials.token, pid: process.pid, runner};
		writeEndpoint(folder, endpoint);
		markOwnServers(folder, service.context.store);
		return {
			service,
			endpoint,
			close: async () => {
				removeEndpoint(folder);
				await drain(lastRequestsMs);
				markOwnServers(folder, service.context.store);
				const names = await service.close();
				release();
				return names;
			},
		};
	} catch (error) {
		for (const step of undo) await step();
		throw error;
	}
}

/** How long the last requests may take when the service ends. */
const lastRequestsMs = 2000;

const handOverPath = '/rcondeck/hand-over';

/** HTTP status of a temporary refusal. */
const busyStatus = 409;

type HandOver = {isReady: () => Promise<boolean>; onHandOver: (() => void) | undefined};

/** Answers the request of `rcondeck serve` for the service, which the process then closes. */
const answerHandOver =
	({fetch, credentials: {token}, context: {signIn}}: Service, {isReady, onHandOver}: HandOver): Fetch =>
	async (request, address, facts) => {
		const {pathname} = new URL(request.url);
		const isHandOver = onHandOver && request.method === 'POST' && pathname === handOverPath;
		if (!isHandOver) return fetch(request, address, facts);
		const headerOf = (name: string) => request.headers.get(name) ?? undefined;
		if (!isSecret(headerOf('Application-Token') ?? '', hashOf(token)))
			return responseOf(signIn.refuse(address, headerOf));
		if (!(await isReady())) return new Response(null, {status: busyStatus});
		void setImmediate().then(onHandOver);
		return new Response(null, {status: 202});
	};

const isIdle = (service: Service): Promise<boolean> =>
	Promise.race([service.idle().then(() => true), setImmediate(false)]);

/**
Asks the process that runs a service to hand it over. Unless the process refuses, the folder is free soon after. Resolves
to whether the refusal is temporary.
*/
export async function askForService({url, token}: LocalEndpoint, signal: AbortSignal): Promise<boolean> {
	// A proxy from the environment must not be used for this machine.
	const {send, close} = openHttp({});
	const request = {method: 'POST', url: new URL(url + handOverPath), headers: {'Application-Token': token}};
	// It may end at this moment.
	const answer = await send(request, {signal, maxBytes: 0}).catch(() => undefined);
	close();
	return answer?.status === busyStatus;
}
