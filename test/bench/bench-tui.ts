import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {createApi} from '../../src/client/rest/client.ts';
import type {Api} from '../../src/contract/endpoints/index.ts';
import type {GameServer} from '../../src/contract/models/server.ts';
import type {FeedSignal} from '../../src/contract/packets.ts';
import {noFrontEnd} from '../../src/cli/start/settings.ts';
import {noJournal} from '../../src/app/kernel/state/journal.ts';
import {openSession} from '../../src/app/session.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {mountTui} from '../../src/tui/mount.tsx';
import {aServer, aTeam} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {cpuMs} from '../helpers/cpu-time.ts';

type Given = {columns?: number; rows?: number; servers?: number; pollMs?: number};

/**
Opens the complete program in real time, with a service that answers immediately and a terminal that only records.
*/
export async function openBenchTui({columns = 120, rows = 40, servers = 10, pollMs = 5000}: Given = {}) {
	const fleet: GameServer[] = Array.from({length: servers}, (_, index) =>
		aServer({id: `s-${index}`, displayName: `server-${index}`, state: 'ONLINE', onlinePlayers: index % 70}),
	);
	// Serialized once, so that a poll costs what it would with a service that answers immediately.
	const body = JSON.stringify(fleet);
	const client = createApi({
		baseUrl: 'http://bench.example',
		credentials: undefined,
		clock: systemClock,
		random: Math.random,
		fetch: async () => new Response(body, {headers: {'content-type': 'application/json'}}),
	});
	let say = (_signal: FeedSignal) => {};
	const answers: Record<string, (input: {serverId?: string}) => Promise<unknown>> = {
		version: async () => ({version: '1'}),
		myTeam: async () => aTeam(),
		listServers: async () => client.listServers({teamId: 'team-1'}),
		getServer: async ({serverId}) => fleet.find(({id}) => id === serverId),
		readJournal: async () => ({entries: []}),
	};
	const api = new Proxy(answers, {
		get: (known, name) => known[String(name)] ?? (async () => ({items: [], unreadable: []})),
	}) as unknown as Api; // Only the methods that are called.
	const session = openSession({
		api,
		openFeed: (_teamId, on) => {
			say = on;
			on({type: 'status', at: Date.now(), status: {status: 'live'}});
			return {redial: () => {}, close: () => {}};
		},
		clock: systemClock,
		newId: () => Math.random().toString(36),
		random: Math.random,
		settings: {...testSettings, pollMs},
		journal: noJournal,
		frontEnd: noFrontEnd(),
	});
	const writes: {at: number; cpu: number; text: string}[] = [];
	const stdin = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode: () => {},
		ref: () => {},
		unref: () => {},
	});
	const stdout = Object.assign(new EventEmitter(), {
		columns,
		rows,
		write: (text: string) => void writes.push({at: performance.now(), cpu: cpuMs(), text}),
	});
	const tui = await mountTui({
		services: session.services,
		stdin,
		stdout,
		env: {TERM: 'xterm-256color'},
		look: {noColor: false, ascii: false},
		ending: new AbortController().signal,
		report: bug => {
			throw bug;
		},
	});
	await pause(500);
	let heard = 0;
	return {
		writes,
		write: (keys: string) => void stdin.write(keys),
		/** Delivers this many feed messages, spread over `of` servers, or for the one on screen. */
		deliver: (count: number, of = servers) => {
			for (let left = count; left > 0; left--) {
				const at = Date.now();
				const command = {
					command: `say ${++heard}`,
					response: `an answer of the game to what was said, number ${heard}`,
					commandId: `c-${heard}`,
					timestamp: at,
				};
				const packet = {serverId: `s-${heard % of}`, command};
				say({type: 'events', at, events: [{kind: 'rcon', packet} as never]}); // As `decodePacket` returns it.
			}
		},
		close: async () => {
			tui.unmount();
			await tui.waitUntilExit();
			session.close();
		},
	};
}

export type BenchTui = Awaited<ReturnType<typeof openBenchTui>>;

export const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
