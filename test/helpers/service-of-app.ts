import {onTestFinished} from 'vitest';
import {type CapabilityListener, createCapabilities} from '../../src/client/rest/extensions.ts';
import {createApi} from '../../src/client/rest/client.ts';
import type {Middleware} from '../../src/contract/call.ts';
import type {Api} from '../../src/contract/endpoints/index.ts';
import type {OpenFeed} from '../../src/contract/packets.ts';
import {openTeamFeed} from '../../src/client/feed/team-feed.ts';
import {type Clock, nextTurn} from '../../src/lib/time/clock.ts';
import {Secret} from '../../src/lib/secrets/secret.ts';
import type {DemoCredentials} from '../../src/demo/fleet.ts';
import {type Demo, type DemoOptions, openDemo} from '../../src/demo/index.ts';
import {listen} from '../../src/service/http/listen.ts';
import {Refusal} from '../../src/service/http/refusal.ts';
import {openFakeSocket} from './fake-socket.ts';
import {threeServers} from './three-servers.ts';

export type Asked = {method: string; path: string; body: unknown};
/** Intercepts requests between the program and the service: answers them itself, or passes them on. */
export type Between = (request: Request, service: () => Promise<Response>) => Promise<Response>;
export type ServiceOfApp = {
	api: Api;
	openFeed: OpenFeed | undefined;
	/** Every request of the program, in order. Empty with `sockets`. */
	asked: Asked[];
	/** With `sockets`: starts or stops listening. */
	plug: (isIn: boolean) => Promise<void>;
	/** Lets calls end that wait neither for the clock nor for the test. */
	settle: () => Promise<void>;
};
type ServiceOptions = {
	clock: Clock;
	demo: Demo;
	credentials: keyof DemoCredentials;
	between: Between;
	/** `refused`: the feed's handshake is answered with 401. `silent`: the feed connects but delivers nothing. */
	feed: 'on' | 'off' | 'refused' | 'silent';
	readOnly: boolean;
	capabilities: CapabilityListener;
	middleware: readonly Middleware[];
	/** Uses HTTP and WebSockets over the real network. */
	sockets: boolean;
};

const random = () => 0.5;

/** Starts a complete service for one test, on the test's clock. An error in it fails the test. */
export async function openTestDemo(
	clock: Clock,
	options: Partial<DemoOptions> = {},
	atEnd: (end: () => void | Promise<void>) => void = onTestFinished,
): Promise<Demo> {
	const bugs: unknown[] = [];
	const onBug = (bug: unknown) => void bugs.push(bug);
	const demo = await openDemo({clock, random, fleet: threeServers, onBug, ...options});
	atEnd(async () => {
		await demo.close();
		if (bugs.length > 0) throw bugs[0];
	});
	return demo;
}

/** Connects the program's own client and feed to the service. */
export async function serviceOf(wishes: ServiceOptions): Promise<ServiceOfApp> {
	const {clock, demo, readOnly} = wishes;
	const credentials = {kind: 'token' as const, token: new Secret(demo.credentials[wishes.credentials])};
	const destinations = ['/topic/team/{teamId}'];
	const shared = {credentials, clock, random};
	const {counting, settle} = countCalls();
	const middleware = [counting, ...wishes.middleware];
	const capabilities = createCapabilities(wishes.capabilities);
	if (wishes.sockets) {
		let network = await listen(demo, {port: 0});
		onTestFinished(() => network.close());
		const {url, feedUrl} = network;
		return {
			api: createApi({baseUrl: url, readOnly, capabilities, middleware, ...shared}),
			openFeed: (teamId, on) => openTeamFeed({url: feedUrl, destinations, teamId, on, ...shared}),
			asked: [],
			settle,
			plug: async isIn => {
				await network.close();
				if (isIn) network = await listen(demo, {port: Number(new URL(url).port)});
			},
		};
	}
	const asked: Asked[] = [];
	const fetch = async (request: Request) => {
		asked.push(await askedBy(request.clone()));
		return wishes.between(request, () => demo.fetch(request));
	};
	return {
		api: createApi({baseUrl: 'http://demo', readOnly, fetch, capabilities, middleware, ...shared}),
		openFeed:
			wishes.feed === 'off'
				? undefined
				: (teamId, on) =>
						openTeamFeed({
							url: 'ws://demo/websocket',
							destinations,
							openSocket: (_url, {headers}) =>
								wishes.feed === 'refused'
									? openFakeSocket(new Refusal('general.unauthorized')).socket
									: demo.openSocket(headers),
							teamId,
							on: signal => {
								if (wishes.feed !== 'silent' || signal.type === 'status') on(signal);
							},
							...shared,
						}),
		asked,
		settle,
		plug: async () => {},
	};
}

/** More turns of the event loop than a call in this process takes. */
const maxTurns = 20;

function countCalls(): {counting: Middleware; settle: () => Promise<void>} {
	const pending = new Set<Promise<unknown>>();
	return {
		counting: (call, next) => {
			const answer = next(call).finally(() => pending.delete(answer));
			pending.add(answer);
			return answer;
		},
		settle: async () => {
			for (let turn = 0; turn < maxTurns && pending.size > 0; turn++) await nextTurn();
		},
	};
}

async function askedBy(request: Request): Promise<Asked> {
	const {pathname, search} = new URL(request.url);
	const text = await request.text();
	return {
		method: request.method,
		path: pathname + search,
		body: text === '' ? undefined : (JSON.parse(text) as unknown),
	};
}
