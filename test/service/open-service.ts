import {Client} from '@stomp/stompjs';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished, vi} from 'vitest';
import {openSandbox, type Sandbox, type SandboxOptions} from '../../src/service/index.ts';
import {manualClock, type ManualClock} from '../helpers/manual-clock.ts';
import {smallFleet} from './small-fleet.ts';

export type Answer = {status: number; body: Record<string, unknown>; text: string};
export type Service = {
	sandbox: Sandbox;
	clock: ManualClock;
	/** JSON in and out, with all permissions unless `headers` say otherwise. */
	call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
	post: (path: string, body?: unknown) => Promise<Answer>;
	state: (serverId: string) => Promise<unknown>;
	/** Moves the clock on in small steps, with time for the network between them, until it is so. */
	until: (isSo: () => unknown) => Promise<void>;
	/** Moves the clock on by so many milliseconds, with time for the network. */
	pass: (ms: number) => Promise<void>;
	/** Everything that the team hears from now on. */
	listen: () => Promise<Record<string, unknown>[]>;
};

/** A sandbox of its own for one test, on a clock that the test moves. */
export async function openService(options: Partial<SandboxOptions> = {}): Promise<Service> {
	const clock = manualClock();
	const bugs: unknown[] = [];
	const sandbox = await openSandbox({
		clock,
		random: () => 0.5,
		fleet: smallFleet,
		onBug: bug => bugs.push(bug),
		...options,
	});
	onTestFinished(async () => {
		await sandbox.close();
		if (bugs.length > 0) throw bugs[0];
	});
	const call: Service['call'] = async (
		method,
		path,
		body,
		headers = {'Application-Token': sandbox.credentials.token},
	) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const init = {method, headers, ...(body !== undefined && {body: text})};
		return readAnswer(await sandbox.fetch(new Request(`http://sandbox${path}`, init)));
	};
	const pass = async (ms: number) => {
		for (let passed = 0; passed < ms; passed += 100) {
			await clock.advance(Math.min(100, ms - passed));
			await networkTurns();
		}
	};
	return {
		sandbox,
		clock,
		call,
		pass,
		post: (path, body) => call('POST', path, body),
		state: async serverId => (await call('GET', `/server/${serverId}`)).body['state'],
		until: isSo =>
			vi.waitFor(
				async () => {
					if (await isSo()) return;
					await pass(100);
					throw new Error('It did not come to this.');
				},
				{timeout: 20_000, interval: 1},
			),
		listen: () => hear(sandbox),
	};
}

/** A place for one test's records; removed after the sandboxes that use it are closed. */
export function dataFile(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return path.join(folder, 'sandbox.db');
}

async function readAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
	const body: unknown = isJson ? JSON.parse(text) : {};
	return {status: response.status, text, body: body as Record<string, unknown>};
}

/** What arrives over loopback takes a few turns. */
async function networkTurns(): Promise<void> {
	for (let turn = 0; turn < 8; turn++) await new Promise(resolve => setImmediate(resolve));
}

async function hear(sandbox: Sandbox): Promise<Record<string, unknown>[]> {
	const packets: Record<string, unknown>[] = [];
	const client = stompClient(sandbox);
	await new Promise<void>(resolve => {
		client.onConnect = () => {
			client.subscribe(`/topic/team/${sandbox.teamId}`, ({body}) => packets.push(JSON.parse(body)));
			resolve();
		};
		client.activate();
	});
	return packets;
}

/** A client that nobody here wrote, on the sandbox's own socket. */
export function stompClient(sandbox: Sandbox, headers?: Record<string, string>): Client {
	const handshake = headers ?? {'Application-Token': sandbox.credentials.token};
	const client = new Client({webSocketFactory: () => sandbox.openSocket(handshake), reconnectDelay: 0});
	onTestFinished(() => client.deactivate({force: true}));
	return client;
}
