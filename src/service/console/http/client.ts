import type {Client} from 'undici';
import type {ConsoleSettings} from '../../../contract/models/own-server.ts';
import type {HttpApi} from '../../../games/console-types.ts';
import {systemClock} from '../../../lib/clock.ts';
import {gameConsoleMessages, httpConsoleMessages} from '../../../messages/service-servers.ts';
import type {ConnectConsole, SendOptions} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {countdown} from '../mailbox.ts';
import {answerText, statusOf} from './answer.ts';
import {callOf, type Call} from './command.ts';
import {createClient} from './pinned-client.ts';

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
		const logIn = loginOf(api, password);
		const client = createClient({host, port, scheme: api.scheme, timeoutMs}, fingerprint);
		const over = Promise.withResolvers<undefined>();
		let isOpen = true;
		const close = () => {
			isOpen = false;
			over.resolve(undefined);
			void client.destroy().catch(() => {});
		};
		const run = async (command: string, options: SendOptions) => {
			const call = callOf(api, command);
			return {call, ...(await exchange(client, logIn(call), options))};
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
				// The game did answer: that it did not do what it should is for the admin to read.
				if (!isSuccess(status)) return httpConsoleMessages.failedCommand(status, body.trim());
				return answerText(body, call.answer);
			},
		};
	};
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The probe changes nothing: whether it ran does not matter. */
function asLoginError(error: unknown): unknown {
	if (!(error instanceof ConsoleError)) return error;
	if (error.reason === 'timeout') return new ConsoleError('timeout', gameConsoleMessages.slowLogin);
	const {cause} = error;
	return error.reason === 'dropped'
		? new ConsoleError('refused', gameConsoleMessages.loginBroken, {cause})
		: error;
}

type Headers = {accept: string; 'content-type'?: string; authorization?: string};
type Request = Pick<Call, 'method' | 'path' | 'body'> & {headers: Headers};

/** Returns the function that adds the password to a request. */
function loginOf({login}: HttpApi, password: string): (call: Call) => Request {
	if (login.kind === 'bearer' && !/^[\x21-\x7e]*$/.test(password)) {
		throw new ConsoleError('malformed', httpConsoleMessages.passwordCharacters);
	}
	const authorization = authorizationOf(login, password);
	return ({method, path, body}) => {
		const headers: Headers = {
			accept: 'application/json',
			...(body !== undefined && {'content-type': 'application/json'}),
			...(authorization !== undefined && {authorization}),
		};
		if (login.kind !== 'query') return {method, path, body, headers};
		const token = `${encodeURIComponent(login.name)}=${encodeURIComponent(password)}`;
		return {method, path: `${path}${path.includes('?') ? '&' : '?'}${token}`, body, headers};
	};
}

function authorizationOf(login: HttpApi['login'], password: string): string | undefined {
	const value = (scheme: 'Basic' | 'Bearer', credentials: string) => `${scheme} ${credentials}`;
	if (login.kind === 'basic')
		return value('Basic', Buffer.from(`${login.user}:${password}`).toString('base64'));
	// Some requests need no password, but an empty one would be refused.
	return login.kind === 'bearer' && password !== '' ? value('Bearer', password) : undefined;
}

async function exchange(
	client: Client,
	{method, path, body, headers}: Request,
	{timeoutMs, signal}: SendOptions,
): Promise<{status: number; body: string}> {
	const leftMs = countdown(timeoutMs);
	const stop = new AbortController();
	const abandon = () => stop.abort(signal?.reason);
	const late = new ConsoleError('timeout', gameConsoleMessages.noAnswer);
	const cancelTimer = systemClock.after(leftMs(), () => stop.abort(late));
	signal?.addEventListener('abort', abandon, {once: true});
	try {
		const response = await client.request({
			method,
			path,
			headers,
			body: body ?? null,
			signal: stop.signal,
		});
		const text = await response.body.text();
		const status = statusOf(response.statusCode, text);
		if (status === 401 || status === 403) {
			throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
		}
		return {status, body: text};
	} catch (error) {
		if (stop.signal.aborted) throw stop.signal.reason;
		throw error instanceof ConsoleError ? error : asConsoleError(error);
	} finally {
		cancelTimer();
		signal?.removeEventListener('abort', abandon);
	}
}

/** The request was sent: it may have run. Errors of requests may have the request, and with it the password. */
function asConsoleError(error: unknown): ConsoleError {
	const message = error instanceof Error ? error.message : String(error);
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	const cause = new Error(message);
	if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
		return new ConsoleError('dropped', gameConsoleMessages.endlessAnswer, {cause});
	}
	return new ConsoleError('dropped', gameConsoleMessages.closedBefore, {cause});
}
