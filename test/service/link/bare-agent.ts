import {WebSocket, WebSocketServer, type AddressInfo} from 'ws';
import {expect, onTestFinished} from 'vitest';
import type {ServiceOptions} from '../../../src/service/index.ts';
import {farServer} from '../../helpers/far-server.ts';
import {openHub} from './open-link.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** For what real connections do. */

type Message = Record<string, unknown>;

export const hello = {
	type: 'hello',
	protocol: 1,
	oldest: 1,
	records: 'r',
	version: '9',
	machine: {os: '', hostname: '', ram: 1},
};
export const id = '11111111-1111-4111-8111-111111111111';
export const server = farServer(id, 'far');
export const complete = {type: 'complete', servers: [id], tasks: []};

/** A bare connection with the token of a node, as of an agent of another version. */
export async function connect(url: URL, token: string) {
	const socket = new WebSocket(new URL('/agent', url), {headers: {Authorization: `Bearer ${token}`}});
	const messages: Message[] = [];
	const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
	socket.on('error', () => {});
	socket.on('message', data => messages.push(JSON.parse(String(data)) as Message));
	const status = await new Promise<number>(resolve => {
		socket.once('open', () => resolve(101));
		socket.once('unexpected-response', (_request, {statusCode = 0}) => resolve(statusCode));
	});
	onTestFinished(() => socket.terminate());
	const send = (...all: unknown[]) => {
		for (const message of all) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
	};
	const sendPart = (part: string, isLast: boolean) => socket.send(part, {fin: isLast});
	const refused = async () => {
		await closed;
		return messages.find(({type}) => type === 'refused')?.['reason'];
	};
	const got = (type: string) =>
		waitFor(() => {
			const found = messages.filter(message => message['type'] === type);
			expect(found).not.toEqual([]);
			return found;
		});
	const leave = () => socket.terminate();
	return {status, send, sendPart, messages, refused, got, closed, leave};
}

/** A node that is linked over a bare connection, with one server. */
export async function aFarServer(more: object = {}, options: Partial<ServiceOptions> = {}) {
	const hub = await openHub(options);
	const {nodeId, token} = await hub.addNode();
	const agent = await connect(hub.url, token);
	agent.send(hello, {type: 'server', server: {...server, ...more}}, complete);
	await hub.nodeIs(nodeId, 'ONLINE');
	return {...hub, nodeId, token, agent};
}

/** A service that is not one, and what agents send to it. */
export async function aFakeService(onMessage: (message: Message, send: (...all: unknown[]) => void) => void) {
	const fake = new WebSocketServer({port: 0, host: '127.0.0.1'});
	onTestFinished(() => {
		for (const client of fake.clients) client.terminate();
		fake.close();
	});
	const messages: Message[] = [];
	fake.on('connection', socket => {
		const send = (...all: unknown[]) => {
			for (const each of all) socket.send(typeof each === 'string' ? each : JSON.stringify(each));
		};
		socket.on('message', data => {
			const message = JSON.parse(String(data)) as Message;
			messages.push(message);
			onMessage(message, send);
		});
	});
	await new Promise(resolve => fake.once('listening', resolve));
	const {port} = fake.address() as AddressInfo;
	return {url: new URL(`http://127.0.0.1:${port}`), messages};
}

export const welcome = {type: 'welcome', protocol: 1, nodeId: 'n', node: 'n', applied: 0};
