import {brotliCompressSync, constants, deflateSync, gzipSync} from 'node:zlib';
import type {RestExchange, RestFault} from './faulty-service.ts';
import {headOf} from './raw-http.ts';

const json = {'content-type': 'application/json'};
const megabyte = 1024 * 1024;
/** What a proxy shows instead of the service. */
const page = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>';
const html = {'content-type': 'text/html'};

/** The faults of REST, each as a peer really behaves. For random trials: `restFaults[Math.floor(random() * restFaults.length)]`. */
export const restFaults: readonly RestFault[] = [
	...connectionFaults(),
	...statusFaults(),
	...bodyFaults(),
	...codingFaults(),
	...hugeFaults(),
];

export function restFault(name: string): RestFault {
	const found = restFaults.find(fault => fault.name === name);
	if (!found) throw new TypeError(`There is no fault ${name}.`);
	return found;
}

/** Answers with a status, whatever was asked. The service does not get the request. */
function answers(
	name: string,
	status: number,
	body: string | Buffer = '',
	headers: Record<string, string> = json,
): RestFault {
	return {name, act: ({send}) => send({status, headers, body: Buffer.from(body)})};
}

/** Changes the service's true answer to reads. Changes pass. */
function changes(name: string, change: (body: Buffer) => Buffer | string): RestFault {
	return {
		name,
		act: async ({request, service, send}) => {
			const answer = await service();
			const isRead = request.method === 'GET' && answer.status === 200;
			send(isRead ? {...answer, body: Buffer.from(change(answer.body))} : answer);
		},
	};
}

function connectionFaults(): RestFault[] {
	const partOf = async ({service, socket}: RestExchange, share: number) => {
		const {status, headers, body} = await service();
		socket.write(headOf(status, {...headers, 'content-length': String(body.length)}));
		socket.write(body.subarray(0, Math.floor(body.length * share)));
	};
	return [
		{name: 'refused', isRefused: true, act: ({socket}) => void socket.resetAndDestroy()},
		{name: 'reset before the headers', act: ({socket}) => void socket.resetAndDestroy()},
		{name: 'closed before the headers', act: ({socket}) => void socket.end()},
		{
			name: 'reset before the headers, after the service has acted',
			act: async ({service, socket}) => {
				await service();
				socket.resetAndDestroy();
			},
		},
		{
			name: 'reset in the headers',
			act: async ({socket, wait}) => {
				socket.write('HTTP/1.1 200 OK\r\nContent-Ty');
				await wait(50);
				socket.resetAndDestroy();
			},
		},
		...[0, 0.5].map(share => ({
			name: share === 0 ? 'reset after the headers' : 'reset in the body',
			act: async (exchange: RestExchange) => {
				await partOf(exchange, share);
				await exchange.wait(50);
				exchange.socket.resetAndDestroy();
			},
		})),
		{
			name: 'closed in the body',
			act: async exchange => {
				await partOf(exchange, 0.5);
				exchange.socket.end();
			},
		},
		{name: 'black hole', act: () => {}},
		{name: 'stops after the headers', act: exchange => partOf(exchange, 0)},
		{name: 'stops in the body', act: exchange => partOf(exchange, 0.5)},
		{
			name: 'one byte a second',
			act: async exchange => {
				const {status, headers, body} = await exchange.service();
				exchange.socket.write(headOf(status, {...headers, 'content-length': String(body.length)}));
				for (const byte of body) {
					if (exchange.socket.destroyed) return;
					exchange.socket.write(Buffer.of(byte));
					await exchange.wait(1000);
				}
			},
		},
		{
			name: 'one second late',
			act: async ({service, send, wait}) => {
				await wait(1000);
				send(await service());
			},
		},
		{name: 'no HTTP', act: ({socket}) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n')},
		{
			name: 'headers without end',
			act: async ({socket, wait}) => {
				socket.write('HTTP/1.1 200 OK\r\n');
				while (!socket.destroyed) {
					socket.write(`X-Filler: ${'x'.repeat(8000)}\r\n`);
					await wait(20);
				}
			},
		},
	];
}

function statusFaults(): RestFault[] {
	const refusal = (key: string) => JSON.stringify({key, message: key});
	const limited = (what: string, value: string) =>
		answers(`429 with Retry-After ${what}`, 429, '', {...json, 'retry-after': value});
	return [
		answers('401', 401, refusal('general.unauthorized')),
		answers('403', 403, refusal('general.forbidden')),
		answers('404', 404, refusal('general.not_found')),
		answers('405', 405),
		answers('408', 408),
		answers('409', 409, refusal('server.is_not_online')),
		answers('413', 413),
		answers('421', 421),
		answers('429', 429),
		limited('2', '2'),
		{
			name: '429 with Retry-After as a date',
			act: ({send}) => {
				const date = new Date(Date.now() + 2000).toUTCString();
				send({status: 429, headers: {'retry-after': date}, body: Buffer.alloc(0)});
			},
		},
		limited('1e12', '1e12'),
		limited('999999999999', '999999999999'),
		limited('-5', '-5'),
		limited('of another century', 'Fri, 31 Dec 9999 23:59:59 GMT'),
		limited('as nonsense', 'later\u00ff'),
		answers('500', 500, refusal('general.internal_error')),
		answers('502 as a web page', 502, page, html),
		answers('503', 503),
		answers('503 with Retry-After 3600', 503, '', {'retry-after': '3600'}),
		answers('504', 504),
		answers('204', 204),
		answers('redirect to another host', 302, '', {location: 'http://evil.example/steal'}),
		answers('redirect to itself', 307, '', {location: '/'}),
		answers('status 999', 999),
		answers('captive portal', 200, '<html><body>Sign in to the hotel</body></html>', html),
	];
}

/** JSON that nests `depth` times. */
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

function bodyFaults(): RestFault[] {
	const asText = (change: (text: string) => string) => (body: Buffer) => change(body.toString());
	return [
		changes('cut JSON', body => body.subarray(0, Math.floor(body.length / 2))),
		changes(
			'malformed JSON',
			asText(text => text.replaceAll(':', '=')),
		),
		changes(
			'two JSON values',
			asText(text => text + text),
		),
		changes(
			'BOM',
			asText(text => `\ufeff${text}`),
		),
		changes('invalid UTF-8', body => Buffer.from(body.toString('latin1').replaceAll('e', '\xff'), 'latin1')),
		changes('UTF-16', body => Buffer.from(`\ufeff${body.toString()}`, 'utf16le')),
		changes('nested 100 deep', () => nested(100)),
		changes('nested 1,000,000 deep', () => nested(1_000_000)),
		changes(
			'nested deep in a record',
			asText(text => text.replace('{', `{"odd":${nested(200_000)},`)),
		),
		changes('null', () => 'null'),
		changes(
			'nulls',
			asText(text => text.replaceAll(/:("[^"]*"|\d+|true|false)/g, ':null')),
		),
		changes('list of nulls', () => '[null,null]'),
		changes('number', () => '1'),
		changes('text', () => '"hello"'),
		changes(
			'list instead of a record',
			asText(text => `[${text}]`),
		),
		changes('empty record', () => '{}'),
		changes('empty list', () => '[]'),
		changes('empty body', () => ''),
		changes(
			'numbers instead of texts',
			asText(text => text.replaceAll(/:"[^"]*"/g, ':7')),
		),
		changes(
			'prototype names',
			asText(text => text.replace('{', '{"__proto__":{"x":1},"constructor":null,"toString":1,')),
		),
		changes(
			'huge numbers',
			asText(text => text.replaceAll(/:\d+/g, ':1e309')),
		),
		{
			name: 'wrong content type',
			act: async ({service, send}) => {
				const answer = await service();
				send({...answer, headers: {...answer.headers, 'content-type': 'image/png'}});
			},
		},
		{name: '300 MB', act: exchange => pour(exchange, 300, true)},
		{name: '300 MB without a length', act: exchange => pour(exchange, 300, false)},
		{
			name: 'announced length of 10 GB',
			act: ({socket}) => void socket.write(headOf(200, {...json, 'content-length': '10000000000'})),
		},
	];
}

/** Sends a list of megabytes of spaces, as fast as the program reads. */
async function pour({socket, wait}: RestExchange, megabytes: number, hasLength: boolean): Promise<void> {
	const length = {'content-length': String(megabytes * megabyte)};
	socket.write(headOf(200, {...json, ...(hasLength ? length : {connection: 'close'})}));
	const chunk = Buffer.alloc(megabyte, ' ');
	chunk.write('[');
	for (let sent = 0; sent < megabytes && !socket.destroyed; sent++) {
		socket.write(chunk);
		while (socket.writableNeedDrain && !socket.destroyed) await wait(5);
	}
	socket.end();
}

function codingFaults(): RestFault[] {
	const bombs = new Map<string, Buffer>();
	const zeros = () => Buffer.alloc(160 * megabyte, ' ');
	const bomb = (coding: string, pack: () => Buffer): RestFault => ({
		name: `${coding} bomb`,
		act: ({send}) => {
			// Packed when first needed: it takes seconds.
			const body = bombs.get(coding) ?? pack();
			bombs.set(coding, body);
			send({status: 200, headers: {...json, 'content-encoding': coding}, body});
		},
	});
	const fast = {params: {[constants.BROTLI_PARAM_QUALITY]: 1}};
	return [
		bomb('gzip', () => gzipSync(zeros(), {level: 1})),
		bomb('deflate', () => deflateSync(zeros(), {level: 1})),
		bomb('br', () => brotliCompressSync(zeros(), fast)),
		{
			name: 'cut gzip',
			act: async ({service, send}) => {
				const answer = await service();
				const body = gzipSync(answer.body);
				const headers = {...answer.headers, 'content-encoding': 'gzip'};
				send({...answer, headers, body: body.subarray(0, Math.floor(body.length / 2))});
			},
		},
		answers('gzip that is none', 200, '[]', {...json, 'content-encoding': 'gzip'}),
		answers('unknown coding', 200, '\x28\xb5\x2f\xfd', {...json, 'content-encoding': 'zstd'}),
	];
}

type Fields = Record<string, unknown>;

/** Lists with values of a size that no service sends. */
function hugeFaults(): RestFault[] {
	const huge = (name: string, make: (servers: Fields[]) => unknown): RestFault => ({
		name,
		act: async ({request, service, send}) => {
			const answer = await service();
			const isList = request.path.startsWith('/server/by-team/') && answer.status === 200;
			// A fault of the demo may have replaced it.
			if (!isList || !/json/.test(answer.headers['content-type'] ?? '')) return send(answer);
			const made = make(JSON.parse(answer.body.toString()) as Fields[]);
			send({...answer, body: Buffer.from(typeof made === 'string' ? made : JSON.stringify(made))});
		},
	});
	const withFirst = (change: Fields) => (servers: Fields[]) => [
		{...servers[0], ...change},
		...servers.slice(1),
	];
	const more = (count: number, make: (server: Fields, at: number) => Fields) => (servers: Fields[]) => [
		...servers,
		...Array.from({length: count}, (_, at) => make(servers[at % servers.length] ?? {}, at)),
	];
	return [
		huge('name of 1 MB', withFirst({displayName: 'name '.repeat(200_000)})),
		huge('name with 1,000,000 marks', withFirst({displayName: `e${'\u0301'.repeat(1_000_000)}`})),
		huge('name with 100,000 joined emoji', withFirst({displayName: '👨‍👩‍👧'.repeat(100_000)})),
		huge(
			'node, map and game of 1 MB',
			withFirst({nodeName: '雪'.repeat(megabyte), map: 'm'.repeat(megabyte), gameType: 'g'.repeat(megabyte)}),
		),
		huge('id of 1 MB', withFirst({id: 'i'.repeat(megabyte)})),
		huge(
			'200,000 fields',
			withFirst(Object.fromEntries(Array.from({length: 200_000}, (_, at) => [`f${at}`, at]))),
		),
		huge(
			'answer of 20 MB',
			withFirst({commands: [{commandId: 'c', command: 'status', response: 'line\n'.repeat(4 * megabyte)}]}),
		),
		huge('5,000,000 lists', servers => `[${'[],'.repeat(5_000_000)}${JSON.stringify(servers).slice(1)}`),
		huge(
			'3,000,000 empty records',
			servers => `[${'{},'.repeat(3_000_000)}${JSON.stringify(servers).slice(1)}`,
		),
		huge(
			'100,000 servers',
			more(100_000, ({state, nodeId}, at) => ({id: `s${at}`, displayName: `S${at}`, state, nodeId})),
		),
		huge(
			'100,000 times the same server',
			more(100_000, ({id, state}) => ({id, state})),
		),
	];
}
