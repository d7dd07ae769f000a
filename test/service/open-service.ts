import {Client} from '@stomp/stompjs';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {openDemo, type Demo, type DemoOptions} from '../../src/demo/index.ts';
import {manualClock, type ManualClock} from '../helpers/manual-clock.ts';
import {smallFleet} from './small-fleet.ts';
import {waitFor} from '../helpers/wait-for.ts';

export type Answer = {status: number; body: Record<string, unknown>; text: string};
export type Service = {
	demo: Demo;
	clock: ManualClock;
	/** JSON in and out, with all permissions unless `headers` say otherwise. */
	call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
	post: (path: string, body?: unknown) => Promise<Answer>;
	state: (serverId: string) => Promise<unknown>;
	/**
	 * Advances the clock in small steps, with time for the network between them, until the condition is true.
	 */
	until: (isSo: () => unknown) => Promise<void>;
	/** Advances the clock by this many milliseconds, with time for the network. */
	pass: (ms: number) => Promise<void>;
	/** Collects everything that the team receives from now on. */
	listen: () => Promise<Record<string, unknown>[]>;
};

/** A separate service for one test, on a clock that the test advances. */
export async function openService(options: Partial<DemoOptions> = {}): Promise<Service> {
	const clock = manualClock();
	const bugs: unknown[] = [];
	const demo = await openDemo({
		clock,
		random: () => 0.5,
		fleet: smallFleet,
		onBug: bug => bugs.push(bug),
		...options,
	});
	onTestFinished(async () => {
		await demo.close();
		if (bugs.length > 0) throw bugs[0];
	});
	const call: Service['call'] = async (
		method,
		path,
		body,
		headers = {'Application-Token': demo.credentials.token},
	) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const init = {method, headers, ...(body !== undefined && {body: text})};
		return readAnswer(await demo.fetch(new Request(`http://demo${path}`, init)));
	};
	const pass = async (ms: number) => {
		for (let passed = 0; passed < ms; passed += 100) {
			await clock.advance(Math.min(100, ms - passed));
			await networkTurns();
		}
	};
	return {
		demo,
		clock,
		call,
		pass,
		post: (path, body) => call('POST', path, body),
		state: async serverId => (await call('GET', `/server/${serverId}`)).body['state'],
		until: isSo =>
			waitFor(
				async () => {
					if (await isSo()) return;
					await pass(100);
					throw new Error('It did not come to this.');
				},
				{interval: 1},
			),
		listen: () => hear(demo),
	};
}

/** A file for one test's records. It is removed after the services that use it are closed. */
export function dataFile(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'service-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return path.join(folder, 'service.db');
}

export async function readAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
	const body: unknown = isJson ? JSON.parse(text) : {};
	return {status: response.status, text, body: body as Record<string, unknown>};
}

/** Data over loopback takes a few ticks to arrive. */
async function networkTurns(): Promise<void> {
	for (let turn = 0; turn < 8; turn++) await new Promise(resolve => setImmediate(resolve));
}

async function hear(demo: Demo): Promise<Record<string, unknown>[]> {
	const packets: Record<string, unknown>[] = [];
	const client = stompClient(demo);
	await new Promise<void>(resolve => {
		client.onConnect = () => {
			client.subscribe(`/topic/team/${demo.teamId}`, ({body}) => packets.push(JSON.parse(body)));
			resolve();
		};
		client.activate();
	});
	return packets;
}

/** A third-party client on the service's own socket. */
export function stompClient(demo: Demo, headers?: Record<string, string>): Client {
	const handshake = headers ?? {'Application-Token': demo.credentials.token};
	const client = new Client({webSocketFactory: () => demo.openSocket(handshake), reconnectDelay: 0});
	onTestFinished(() => client.deactivate({force: true}));
	return client;
}
