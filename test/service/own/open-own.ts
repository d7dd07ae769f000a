import {expect, onTestFinished} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openService, type Service, type ServiceOptions} from '../../../src/service/index.ts';
import {isRunning, type ProcessMark} from '../../../src/service/power/process-mark.ts';
import type {Timings} from '../../../src/service/timings.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** The usual order of events without delays. */
const timings: Partial<Timings> = {
	probeMs: 20,
	countdownMs: [1, 2, 3, 4],
	saveMs: 5,
	exitMs: 6,
	restartNoticeMs: 0,
};

const added = {displayName: 'real', gameType: 'OTHER', start: false};

/** A service on the real clock without simulated servers, for calls of its owner. */
export async function openOwnService(options: Partial<ServiceOptions> = {}) {
	const bugs: unknown[] = [];
	const opened = await openService({
		clock: systemClock,
		timings,
		onBug: bug => void bugs.push(bug),
		...options,
	});
	let marks: ProcessMark[] | undefined;
	const close = () => {
		marks ??= opened.context.store.servers.all().flatMap(({process}) => process ?? []);
		return opened.close();
	};
	const service: Service = {...opened, close};
	onTestFinished(async () => {
		await close();
		// They continue to run without the service.
		for (const mark of marks ?? []) if (isRunning(mark)) process.kill(-mark.pid, 'SIGKILL');
		if (bugs.length > 0) throw bugs[0];
	});
	return {service, ...callsTo(service)};
}

function callsTo({fetch, credentials, context}: Service) {
	const call = async (method: string, path: string, body?: unknown, token = credentials.token) => {
		const headers = {'Application-Token': token};
		const init = {method, headers, ...(body !== undefined && {body: JSON.stringify(body)})};
		const answer = await fetch(new Request(`http://service${path}`, init));
		const text = await answer.text();
		return {status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>};
	};
	const post = (path: string, body?: unknown) => call('POST', path, body);
	/** Adds a server and returns its id. */
	const add = async (settings: OwnSettings, more: Partial<typeof added> = {}) => {
		const {status, body} = await post('/own-server/add', {...added, settings, ...more});
		expect({status, body}).toMatchObject({status: 200});
		return String(body['id']);
	};
	const rcon = async (id: string, command: string) => {
		const {status, body} = await post(`/server/${id}/rcon?await=true`, {command});
		const {response} = (body['command'] ?? {}) as {response?: unknown};
		return {status, response, ...(typeof body['key'] === 'string' && {key: body['key']})};
	};
	const shows = (id: string) => call('GET', `/server/${id}`);
	const becomes = (id: string, state: string) =>
		waitFor(async () => expect((await shows(id)).body).toMatchObject({state}));
	const act = async (id: string, path: string, body?: unknown) =>
		expect(await post(`/server/${id}/${path}`, body)).toMatchObject({status: 200});
	const notifications = () => context.store.notifications.all().map(({message}) => message);
	return {call, post, add, rcon, shows, becomes, act, notifications};
}
