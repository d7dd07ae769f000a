import type {FeedConnection} from './faulty-service.ts';

type FrameOptions = {opcode?: number; isFinal?: boolean; isCompressed?: boolean};

/** A WebSocket frame as a service sends it: without a mask. (RFC 6455, 5.2) */
export function webSocketFrame(
	payload: string | Buffer,
	{opcode = 1, isFinal = true, isCompressed = false}: FrameOptions = {},
): Buffer {
	const bytes = Buffer.from(payload);
	const first = (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode;
	if (bytes.length < 126) return Buffer.concat([Buffer.of(first, bytes.length), bytes]);
	const head = Buffer.alloc(bytes.length < 65_536 ? 4 : 10);
	head[0] = first;
	head[1] = head.length === 4 ? 126 : 127;
	if (head.length === 4) head.writeUInt16BE(bytes.length, 2);
	else head.writeBigUInt64BE(BigInt(bytes.length), 2);
	return Buffer.concat([head, bytes]);
}

/** A close frame; without a code it is empty. */
export function closeFrame(code?: number, reason = ''): Buffer {
	const head = code === undefined ? Buffer.alloc(0) : Buffer.of(code >> 8, code & 0xff);
	return webSocketFrame(Buffer.concat([head, Buffer.from(reason)]), {opcode: 8});
}

export const stomp = (command: string, headers: Record<string, string | number>, body = '') =>
	`${command}\n${Object.entries(headers)
		.map(([name, value]) => `${name}:${value}\n`)
		.join('')}\n${body}\0`;

/** A MESSAGE of the team's topic; text is the body as it is. */
export const packet = (body: unknown, headers: Record<string, string | number> = {}) =>
	stomp(
		'MESSAGE',
		{destination: '/topic/team/team', subscription: 'sub-0', 'message-id': 'm', ...headers},
		typeof body === 'string' ? body : JSON.stringify(body),
	);

/** Runs `task` once the connection has subscribed, now if it is an old one. */
export function onceSubscribed(connection: FeedConnection, isNew: boolean, task: () => void): void {
	if (!isNew) return task();
	const {toClient, toService} = connection;
	let isConnected = false;
	connection.toClient = chunk => {
		toClient(chunk);
		isConnected ||= chunk.includes('CONNECTED');
	};
	connection.toService = chunk => {
		toService(chunk);
		if (!isConnected) return;
		Object.assign(connection, {toClient, toService});
		setTimeout(task, 20);
	};
}
