import {capabilityListener} from '../app/kernel/offered-extensions.ts';
import type {Session} from '../app/session.ts';
import type {Config} from '../config/load.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {Connection} from './connection.ts';
import {afterUnlessDone, nextTurn} from '../lib/clock.ts';
import type {Io} from './io.ts';
import {openConnection} from './open-connection.ts';

/**
The connection of a session. `serve` gives it the session, which learns what the connection has found out by then.
`quiet` resolves when the first list is on the screen or late: what loads more code waits for it.
*/
export type TuiConnection = Connection & {serve: (session: Session) => void; quiet: Promise<void>};

/** By then the first list is late. */
const lateMs = 1000;

/**
Opens the connection of a TUI session. A service in this process is not loaded before `ready`. The first list of a hosted one
is requested now, and while its response travels, the screen is loaded.
*/
export function openTuiConnection(io: Io, config: Config, ready: Promise<void>): TuiConnection {
	let served: Session | undefined;
	const waiting: ((session: Session) => void)[] = [];
	const report = (task: (session: Session) => void) => {
		if (served) task(served);
		else waiting.push(task);
	};
	const listed = Promise.withResolvers<void>();
	const quiet = Promise.all([ready, config.baseUrl === undefined ? undefined : listed.promise]).then(
		nextTurn,
	);
	const connection = openConnection(io, config, {
		ready,
		quiet,
		runner: 'session',
		rereads: true,
		onCall: ({skewMs}) => {
			if (skewMs === undefined) return;
			report(({services}) => services.store.dispatch({type: 'access/skewRead', skewMs}));
		},
		capabilities: capabilityListener({
			dispatch: event => report(({services}) => services.store.dispatch(event)),
		}),
	});
	return {
		...connection,
		...(config.baseUrl !== undefined && {
			api: requestAhead(connection.api, io.ending, quiet, listed.resolve),
		}),
		quiet,
		serve: session => {
			served = session;
			for (const task of waiting.splice(0)) task(session);
		},
	};
}

/** Requests the team and its list. The first calls of the session get these responses; calls of other methods wait for them. */
function requestAhead(api: Api, signal: AbortSignal, quiet: Promise<void>, onListed: () => void): Api {
	const team = api.myTeam({}, {signal});
	const list = team.then(({id}) => api.listServers({teamId: id}, {signal, background: true}));
	const ahead = new Map<string, Promise<unknown>>([
		['myTeam', team],
		['listServers', list],
	]);
	// The session handles failures when it asks.
	list.then(onListed, onListed);
	afterUnlessDone(lateMs, onListed);
	const call = async (name: string, ...given: unknown[]): Promise<unknown> => {
		const response = ahead.get(name);
		ahead.delete(name);
		if (response) return response;
		if (name !== 'myTeam' && name !== 'listServers') await quiet;
		return Reflect.apply(Reflect.get(api, name) as (...given: unknown[]) => unknown, api, given);
	};
	return new Proxy(api, {
		get: (_, name): unknown =>
			typeof name === 'string' && name !== 'then' ? (...given: unknown[]) => call(name, ...given) : undefined,
	});
}
