import {setImmediate} from 'node:timers/promises';
import type {Service} from '../index.ts';
import {listen} from '../listen.ts';
import {hashOf, isSecret} from '../secret-text.ts';
import {removeEndpoint, writeEndpoint, type LocalEndpoint} from './endpoint.ts';
import {lockFolder} from './folder-lock.ts';
import {markOwnServers} from './own-servers-mark.ts';

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
		const fetch = answerHandOver(service.fetch, credentials.token, {isReady, onHandOver});
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
	(fetch: Fetch, token: string, {isReady, onHandOver}: HandOver): Fetch =>
	async request => {
		const {pathname} = new URL(request.url);
		if (!onHandOver || request.method !== 'POST' || pathname !== handOverPath) return fetch(request);
		if (!isSecret(request.headers.get('Application-Token') ?? '', hashOf(token)))
			return new Response(null, {status: 401});
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
	const headers = {'Application-Token': token};
	// It may end at this moment.
	const answer = await fetch(url + handOverPath, {method: 'POST', headers, signal}).catch(() => undefined);
	return answer?.status === busyStatus;
}
