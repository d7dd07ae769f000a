import {WireProblem, type Wire} from '../api/wire.ts';
import {pause, systemClock} from '../lib/clock.ts';
import {readEndpoint, type LocalEndpoint} from '../service/local/endpoint.ts';
import {runLocally, type RunningLocally} from '../service/local/run-local.ts';
import {recordsIn} from './service-folder.ts';

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
/** How long a process leaves the service to the one that it handed it over to. */
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
			const {openService} = await import('../service/index.ts');
			const supervises = runner === 'session';
			return openService({
				clock: systemClock,
				cutSilentFeeds: true,
				refusesFeedsEarly: true,
				supervises,
				data,
				env,
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
			const endpoint = await local.locate(options.signal, refused).catch((error: unknown) => {
				throw options.signal.aborted ? error : new WireProblem(error);
			});
			const url = new URL(request.url.pathname + request.url.search, endpoint.url);
			const headers = {...request.headers, 'Application-Token': endpoint.token};
			let isSent = false;
			const onSent = () => {
				isSent = true;
				options.onSent();
			};
			try {
				return await wire({...request, url, headers}, {...options, onSent});
			} catch (error) {
				if (isSent || !(error instanceof WireProblem)) throw error;
				refused = endpoint;
			}
		}
	};
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
	return new Promise((resolve, reject) => {
		const abandon = () => reject(signal.reason);
		if (signal.aborted) abandon();
		else signal.addEventListener('abort', abandon, {once: true});
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
	});
}
