import {networkWire, type Wire} from '../../client/rest/wire.ts';
import {type Clock, pause, systemClock} from '../../lib/time/clock.ts';
import {untilAborted} from '../../lib/net/until-aborted.ts';
import {type LocalEndpoint, readEndpoint} from '../../service/local/endpoint.ts';
import {runLocally, type RunningLocally} from '../../service/local/run-local.ts';
import {recordsIn} from './service-folder.ts';
import {type ApiOptions, createApi} from '../../client/rest/client.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {localServiceMessages} from '../../messages/serve.ts';
import {scheduledOn} from '../../service/local/scheduled.ts';

/** The local service of a folder, in this process or in the one that runs it now. */
export type LocalService = {
	/**
	Resolves to where the service is now. `refused`: the address that just refused a connection, so the service ended there
	or ends; whoever finds that first runs it.
	*/
	locate: (signal: AbortSignal, refused?: LocalEndpoint) => Promise<LocalEndpoint>;
	/** The last known endpoint of the service. */
	known: () => LocalEndpoint | undefined;
	/** Calls the listener whenever the service is found at another address. Returns a function that ends this. */
	onMove: (listener: () => void) => () => void;
	/** The service, if this process runs it. */
	running: () => RunningLocally | undefined;
	/** Resolves to the names of the servers that this process leaves running. */
	close: () => Promise<string[]>;
};

type Options = {
	folder: string;
	/** A `command` runs the service without supervising its servers. */
	runner: 'session' | 'command';
	env: NodeJS.ProcessEnv;
	onBug: (bug: unknown) => void;
};

/** Polling interval while a service starts or ends. */
const checkMs = 50;
/** How long a process that handed the service over leaves it to the other one. */
const handOverMs = 10_000;

/** Opens nothing before the first use. */
export function openLocalService({folder, runner, env, onBug}: Options): LocalService {
	const closing = new AbortController();
	let running: RunningLocally | undefined;
	let known: LocalEndpoint | undefined;
	let search: Promise<LocalEndpoint> | undefined;
	let yieldsUntil = -Infinity;
	const listeners = new Set<() => void>();

	const run = async (): Promise<RunningLocally | undefined> => {
		if (systemClock.monotonic() < yieldsUntil) return undefined;
		const data = recordsIn(folder);
		const open = async () => {
			const [{openService}, {automationWebhook}] = await Promise.all([
				import('../../service/index.ts'),
				import('../commands/alerts/automation-webhook.ts'),
			]);
			const supervises = runner === 'session';
			return openService({
				clock: systemClock,
				cutSilentFeeds: true,
				refusesFeedsEarly: true,
				supervises,
				data,
				env,
				webhook: automationWebhook(env),
				onBug,
			});
		};
		return runLocally({folder, runner, open, onHandOver, onBug});
	};
	const onHandOver = () => {
		yieldsUntil = systemClock.monotonic() + handOverMs;
		const ended = running;
		running = undefined;
		ended?.close().catch(onBug);
	};
	const find = async (refused: LocalEndpoint | undefined): Promise<LocalEndpoint> => {
		for (;;) {
			closing.signal.throwIfAborted();
			running ??= await run();
			const found = running?.endpoint ?? readEndpoint(folder);
			if (found && found.url !== refused?.url) return found;
			await pause(systemClock, checkMs, closing.signal);
		}
	};
	const locate = async (refused: LocalEndpoint | undefined): Promise<LocalEndpoint> => {
		if (known && known.url !== refused?.url) return known;
		search ??= find(refused).finally(() => (search = undefined));
		const found = await search;
		const hasMoved = known !== undefined && known.url !== found.url;
		known = found;
		if (hasMoved) for (const listener of listeners) listener();
		return found;
	};
	return {
		locate: (signal, refused) => untilAborted(locate(refused), signal),
		known: () => known,
		onMove: listener => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		running: () => running,
		close: async () => {
			closing.abort();
			await search?.catch(() => {});
			return (await running?.close()) ?? [];
		},
	};
}

/**
Sends requests to the local service, wherever it runs. A request is sent again only if its connection was refused, so that
nobody has received it.
*/
export function localWire(local: LocalService, wire: Wire): Wire {
	return async (request, options) => {
		let refused: LocalEndpoint | undefined;
		for (;;) {
			const endpoint = await local.locate(options.signal, refused);
			const url = new URL(request.url.pathname + request.url.search, endpoint.url);
			const headers = {...request.headers, 'Application-Token': endpoint.token};
			let isSent = false;
			const onSent = () => {
				isSent = true;
				options.onSent?.();
			};
			try {
				return await wire({...request, url, headers}, {...options, onSent});
			} catch (error) {
				if (isSent || options.signal.aborted) throw error;
				refused = endpoint;
			}
		}
	};
}

/** Only its path counts: each request is sent to the current address of the local service. */
export const baseUrl = 'http://localhost';

/** Returns a client of the local service with the credentials of its owner. */
export function localApi(
	local: LocalService,
	options: Omit<ApiOptions, 'baseUrl' | 'credentials' | 'wire' | 'fetch'>,
): Api {
	// A proxy from the environment must not be used for this machine.
	return createApi({...options, baseUrl, credentials: undefined, wire: localWire(local, networkWire({}))});
}

type EndOptions = {
	say: (sentence: string) => void;
	/** For a service that ends with its command; undefined for a session, which continues elsewhere or later. */
	waits: AbortSignal | undefined;
	/** Epoch milliseconds. */
	openedAt: number;
	clock: Clock;
};

/** How long to wait silently. */
const silentMs = 500;

/** Resolves to false if another process runs the service, otherwise to true when its own work is done. */
export async function carriedOutLocally(
	local: LocalService,
	{say, waits, clock}: Pick<EndOptions, 'say' | 'clock'> & {waits: AbortSignal},
): Promise<boolean> {
	const service = local.running()?.service;
	if (!service) return false;
	const over = new AbortController();
	const idle = service.idle().finally(() => over.abort());
	const signal = AbortSignal.any([waits, over.signal]);
	await pause(clock, silentMs, signal).then(
		() => say(localServiceMessages.waiting),
		() => {},
	);
	await Promise.race([idle, aborted(waits)]);
	return true;
}

/** Closes the local service and reports how that affects the requested actions. */
export async function closeLocally(
	local: LocalService,
	{say, waits, openedAt, clock}: EndOptions,
): Promise<void> {
	if (waits) await carriedOutLocally(local, {say, waits, clock});
	const service = local.running()?.service;
	const scheduled = service ? scheduledOn(service, waits ? openedAt : 0) : [];
	const names = await local.close();
	if (names.length > 0 && !waits) say(localServiceMessages.continues(names));
	if (scheduled.length > 0) say(localServiceMessages.scheduled(scheduled));
}

const aborted = (signal: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});
