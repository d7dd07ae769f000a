import {flood, mute, silent, toLive, toNew, type FeedFaultRow, type More} from './feed-fault-row.ts';
import type {FeedConnection} from './faulty-service.ts';
import {closeFrame, webSocketFrame} from './feed-wire.ts';

export function connectionRows(): FeedFaultRow[] {
	/** Passes what the service sends up to and including the chunk with this text. */
	const until = (text: string) => (connection: FeedConnection) => {
		const {toClient} = connection;
		connection.toClient = chunk => {
			toClient(chunk);
			if (chunk.includes(text)) mute(connection);
		};
	};
	return [
		toNew('reset before the upgrade', ({client}) => void client.resetAndDestroy()),
		toNew('closed before the upgrade', ({client}) => void client.end()),
		toNew('black hole before the upgrade', mute, {says: /no answer within 5s/}),
		toNew('black hole after the upgrade', until('101 '), {says: /no answer within 5s/}),
		toNew('black hole after CONNECTED', until('CONNECTED'), {says: /no answer within 5s/, withinMs: 7000}),
		toLive('black hole', mute, {says: /no answer within 5s/}),
		toLive('half-open: nothing arrives', connection => void (connection.toClient = silent), {
			says: /no answer within 5s/,
		}),
		// What arrives proves the feed, until the service misses our heart-beats.
		toLive('half-open: nothing is received', connection => void (connection.toService = silent), {
			live: 'stays',
		}),
		// Packets would prove the feed as heart-beats do.
		toLive(
			'only pings are answered',
			connection => {
				const {toClient} = connection;
				connection.toClient = chunk => {
					if ((chunk[0] ?? 0) % 16 === 10) toClient(chunk);
				};
			},
			{says: /no heart-beat/, withinMs: 27_000},
		),
		toLive('reset', ({client}) => void client.resetAndDestroy(), {says: /connection was lost/}),
		toLive('closed without a close frame', ({client}) => void client.end(), {says: /connection was lost/}),
		{
			name: 'slow bytes',
			live: 'stays',
			act: connection => {
				connection.toClient = chunk => {
					for (const [index, byte] of chunk.entries())
						setTimeout(() => connection.client.write(Buffer.of(byte)), 5 * index);
				};
			},
		},
		{
			name: 'half a second late',
			live: 'stays',
			act: connection => {
				const {toClient} = connection;
				connection.toClient = chunk => void setTimeout(() => toClient(chunk), 500);
			},
		},
	];
}

export function handshakeRows(): FeedFaultRow[] {
	const answers = (name: string, head: string, more: More = {}) =>
		toNew(name, ({client}) => void client.end(head), more);
	const status = (code: number, says: RegExp, headers = '', more: More = {}) =>
		answers(
			`HTTP ${code}${headers === '' ? '' : ` with ${headers.trim()}`}`,
			`HTTP/1.1 ${code} No\r\n${headers}Content-Type: text/html\r\nContent-Length: 2\r\n\r\nno`,
			{says, ...more},
		);
	const patient = {isPatient: true} as const;
	const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
	/** Changes the head of the true answer. */
	const changesHead = (name: string, change: (head: string) => string, more: More = {}) =>
		toNew(
			name,
			connection => {
				const {toClient} = connection;
				connection.toClient = chunk => {
					connection.toClient = toClient;
					toClient(Buffer.from(change(chunk.toString('latin1')), 'latin1'));
				};
			},
			more,
		);
	return [
		...[301, 302, 307, 308].map(code =>
			status(code, /another address/, 'Location: http://evil.example/websocket\r\n', patient),
		),
		status(401, /401/, '', patient),
		status(403, /403/, '', patient),
		status(404, /404/, '', patient),
		...[200, 400, 405, 408, 426, 429, 500, 502, 503, 504].map(code =>
			status(code, new RegExp(`HTTP ${code}`)),
		),
		status(429, /HTTP 429/, 'Retry-After: 2\r\n'),
		status(503, /HTTP 503/, 'Retry-After: 99999999999999999999\r\n', patient),
		status(503, /HTTP 503/, 'Retry-After: soon\u00ff\r\n'),
		answers('another accept key', `${upgrade}Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n`, {
			says: /handshake is invalid/,
		}),
		answers('an upgrade to nothing', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'),
		changesHead('an unknown extension', head =>
			head.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: x-evil\r\n\r\n'),
		),
		changesHead('another subprotocol', head => head.replace('v12.stomp', 'mqtt')),
		answers('no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'),
		answers('half a head', 'HTTP/1.1 101 Switching Prot'),
		toNew('headers without end', connection => {
			connection.client.write('HTTP/1.1 101 Switching Protocols\r\n');
			flood(connection, () => Buffer.from(`X-Filler: ${'x'.repeat(8000)}\r\n`));
		}),
	];
}

export function closeRows(): FeedFaultRow[] {
	const codes = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 4000, 4500, 4999];
	const closes = (name: string, bytes: Buffer, more: More = {}) =>
		toLive(name, ({client}) => void client.end(bytes), more);
	return [
		...codes.map(code => closes(`close ${code}`, closeFrame(code), {says: new RegExp(`${code}`)})),
		closes('close with a reason', closeFrame(1011, 'The session failed.'), {says: /The session failed/}),
		closes('close without a code', closeFrame()),
		...[0, 999, 1004, 1005, 1006, 1015, 2999, 65_535].map(code =>
			closes(`close with the invalid code ${code}`, closeFrame(code)),
		),
		closes('close with half a code', webSocketFrame(Buffer.of(3), {opcode: 8})),
		closes(
			'close with a reason that is not UTF-8',
			webSocketFrame(Buffer.of(3, 232, 0xff, 0xfe), {opcode: 8}),
		),
		// The peer keeps the connection open after its close frame.
		toLive(
			'close that never ends',
			connection => {
				connection.client.write(closeFrame(1001));
				mute(connection);
			},
			{withinMs: 6500},
		),
	];
}
