import type {Socket} from 'node:net';
import type {TLSSocket} from 'node:tls';
import {buildConnector, Client, type Dispatcher} from 'undici';
import {gameConsoleMessages, httpConsoleMessages} from '../../messages/service.ts';
import {connectError} from './connect-in-time.ts';
import {asUnsent, ConsoleError, loginEnded} from './console-error.ts';
import type {ConsoleSettings} from '../../contract/models/own-server.ts';
import type {HttpApi} from '../../games/console-types.ts';
import {exchange, HttpTimeout} from '../../lib/net/http-exchange.ts';
import type {HttpRequest} from '../../lib/net/http-message.ts';
import type {ConnectConsole, SendOptions} from './connection.ts';
import {answerText, type Call, callOf, statusOf} from './http-command.ts';

type Address = {host: string; port: number};

/** Checked by a method: the class would load TLS with the program. */
const isEncrypted = (socket: Socket): socket is TLSSocket => 'getPeerCertificate' in socket;

/**
Creates the client of one address. `fingerprint`: the SHA-256 of the only certificate that is accepted, in hexadecimal
with or without colons; the usual checks apply without it. Failures to connect are `ConsoleError` `refused` or `timeout`,
and `untrusted` for a certificate that is not accepted: nothing was sent, in particular no password.
*/
function createClient(
	origin: URL,
	{host, port, timeoutMs}: Address & {timeoutMs: number},
	fingerprint?: string,
): Client {
	const pinned = fingerprint && plain(fingerprint);
	// Only the socket shows whether the certificate is trusted. A resumed session has no certificate to check.
	const connect = buildConnector({timeout: timeoutMs, rejectUnauthorized: false, maxCachedSessions: 0});
	const refusal = (socket: TLSSocket): ConsoleError | undefined => {
		const found = socket.getPeerCertificate().fingerprint256 ?? '';
		if (pinned === undefined) {
			if (socket.authorized) return undefined;
			const message = httpConsoleMessages.untrustedCertificate(host, port);
			return new ConsoleError('untrusted', message, {certificate: found});
		}
		if (plain(found) === pinned) return undefined;
		return new ConsoleError('untrusted', httpConsoleMessages.otherCertificate(host, port, found));
	};
	return new Client(origin, {
		headersTimeout: 0,
		bodyTimeout: 0,
		connect: (options, callback) =>
			connect(options, (...[error, socket]) => {
				if (error) {
					callback(connectError(error, host, port), null);
					return;
				}
				const refused = socket && isEncrypted(socket) ? refusal(socket) : undefined;
				if (refused) {
					socket.destroy();
					callback(refused, null);
				} else callback(null, socket);
			}),
	});
}

const plain = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

/** Throws `ConsoleError` `refused` for an invalid address. */
function originOf({host, port, scheme}: Address & {scheme: 'http' | 'https'}): URL {
	try {
		return new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`);
	} catch (cause) {
		throw new ConsoleError('refused', httpConsoleMessages.invalidAddress, {cause});
	}
}

type HttpOptions = {
	api: HttpApi;
	/** A harmless command of `api`, whose answer proves the login. */
	probe: string;
	fingerprint?: ConsoleSettings['fingerprint'];
};

/** Creates the function that connects to a game with an HTTP interface for administration. */
export function connectHttp({api, probe, fingerprint}: HttpOptions): ConnectConsole {
	return async ({host, port, password, timeoutMs, signal}) => {
		signal?.throwIfAborted();
		const origin = originOf({host, port, scheme: api.scheme});
		const logIn = loginOf(api, password);
		const client = createClient(origin, {host, port, timeoutMs}, fingerprint);
		const over = Promise.withResolvers<undefined>();
		let isOpen = true;
		const close = () => {
			isOpen = false;
			over.resolve(undefined);
			void client.destroy().catch(() => {});
		};
		const run = async (command: string, options: SendOptions) => {
			const call = callOf(api, command);
			return {call, ...(await ask(client, logIn(call, origin), options))};
		};
		try {
			const {status} = await run(probe, {timeoutMs, signal});
			if (!isSuccess(status)) {
				throw new ConsoleError('malformed', httpConsoleMessages.unexpectedStatus(status));
			}
		} catch (error) {
			close();
			throw asLoginError(error);
		}
		return {
			ended: over.promise,
			close,
			send: async (command, options) => {
				options.signal?.throwIfAborted();
				if (!isOpen) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
				const {call, status, body} = await run(command, options);
				if (isSuccess(status)) return answerText(body, call.answer);
				throw new ConsoleError(
					status < 500 ? 'rejected' : 'unclear',
					httpConsoleMessages.failedCommand(status, body.trim()),
				);
			},
		};
	};
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The probe changes nothing: whether it ran does not matter. */
function asLoginError(error: unknown): unknown {
	if (!(error instanceof ConsoleError)) return error;
	if (error.cause instanceof ConsoleError) return error.cause;
	if (error.reason === 'timeout') return new ConsoleError('timeout', gameConsoleMessages.slowLogin);
	return error.reason === 'dropped'
		? loginEnded(error.cause instanceof Error ? error.cause : undefined)
		: error;
}

/** Returns the function that adds the password to a request. */
function loginOf({login}: HttpApi, password: string): (call: Call, origin: URL) => HttpRequest {
	if (login.kind === 'bearer' && !/^[\x21-\x7e]*$/.test(password)) {
		throw new ConsoleError('unsendable', httpConsoleMessages.passwordCharacters);
	}
	const authorization = authorizationOf(login, password);
	return ({method, path, body}, origin) => {
		const headers = {
			accept: 'application/json',
			...(body !== undefined && {'content-type': 'application/json'}),
			...(authorization !== undefined && {authorization}),
		};
		if (login.kind !== 'query') return {method, url: new URL(path, origin), body, headers};
		const token = `${encodeURIComponent(login.name)}=${encodeURIComponent(password)}`;
		const separator = path.includes('?') ? '&' : '?';
		return {method, url: new URL(path + separator + token, origin), body, headers};
	};
}

function authorizationOf(login: HttpApi['login'], password: string): string | undefined {
	const value = (scheme: 'Basic' | 'Bearer', credentials: string) => `${scheme} ${credentials}`;
	if (login.kind === 'basic')
		return value('Basic', Buffer.from(`${login.user}:${password}`).toString('base64'));
	// Some requests need no password, but an empty one would be refused.
	return login.kind === 'bearer' && password !== '' ? value('Bearer', password) : undefined;
}

const maxAnswerBytes = 16 * 1024 * 1024;

async function ask(
	client: Dispatcher,
	request: HttpRequest,
	{timeoutMs, signal = new AbortController().signal}: SendOptions,
): Promise<{status: number; body: string}> {
	const arrived: Buffer[] = [];
	let isSent = false;
	const answer = await exchange(client, request, {
		signal,
		timeoutMs,
		maxBytes: maxAnswerBytes,
		onSent: () => (isSent = true),
		onChunk: chunk => arrived.push(chunk),
	}).catch((error: unknown) => {
		signal.throwIfAborted();
		if (isSent) throw asConsoleError(error, Buffer.concat(arrived).toString('utf8'));
		const {hostname, port} = request.url;
		const message = gameConsoleMessages.notConnected(hostname, Number(port), timeoutMs);
		throw asUnsent(error instanceof HttpTimeout ? new ConsoleError('timeout', message) : error);
	});
	if (answer.isCut) throw new ConsoleError('dropped', gameConsoleMessages.endlessAnswer);
	const body = answer.body.toString('utf8');
	const status = statusOf(answer.status, body);
	if (status === 401 || status === 403) {
		throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
	}
	return {status, body};
}

/** The request was sent: it may have run. Errors of requests may have the request, and with it the password. */
function asConsoleError(error: unknown, arrived: string): ConsoleError {
	const {noAnswer, unfinishedAnswer, closedBefore, closedDuring} = gameConsoleMessages;
	const partial = arrived === '' ? {} : {partial: arrived};
	if (error instanceof HttpTimeout)
		return new ConsoleError('timeout', arrived === '' ? noAnswer : unfinishedAnswer, partial);
	const cause = new Error(error instanceof Error ? error.message : String(error));
	return new ConsoleError('dropped', arrived === '' ? closedBefore : closedDuring, {cause, ...partial});
}
