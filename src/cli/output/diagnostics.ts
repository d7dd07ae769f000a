import path from 'node:path';
import type {CallReport} from '../../client/rest/exchange.ts';
import type {WireAnswer, WireRequest} from '../../client/rest/wire.ts';
import type {Config} from '../../config/load.ts';
import type {FeedSignal, FeedStatus, OpenFeed} from '../../contract/packets.ts';
import type {OnFrame} from '../../client/feed/dial.ts';
import {systemClock} from '../../lib/time/clock.ts';
import {openLogFile} from '../../lib/files/log-file.ts';
import {
	type Log,
	type LogEntry,
	type LogFields,
	type LogLevel,
	logLevels,
	openLog,
} from '../../lib/files/log.ts';
import {createRedact} from '../../lib/secrets/redact.ts';
import {withoutSecrets} from '../../lib/secrets/secret-patterns.ts';
import {UsageError} from '../../lib/errors.ts';
import {diagnosticLogMessages, type LoggedBody} from '../../messages/doctor.ts';
import {writeProblem} from '../../messages/text.ts';
import {valuesToShare} from '../commands/config-values.ts';
import type {ExitCode} from './exit-codes.ts';
import {version} from '../start/version.ts';
import {hiddenSecret, isSecretField} from '../../contract/secret-fields.ts';
import {parseJson} from '../../lib/json/json.ts';

/** The log file of this process, and its sources. Nothing here throws or waits. */
export type Diagnostics = {
	log: Log;
	onConfig: (config: Config) => void;
	/** Something was said on stderr. */
	onSaid: (sentence: string) => void;
	/** Start-up got this far. */
	onReached: (what: Reached) => void;
	onCall: (report: CallReport, request: WireRequest, answer: WireAnswer | undefined) => void;
	onFrame: OnFrame;
	/** Returns the feed with its signals in the log. */
	follow: (openFeed: OpenFeed) => OpenFeed;
	onBug: (report: string | undefined) => void;
	/** Writes everything that is not written yet. */
	flush: () => void;
	/** Writes the last entry and everything that is not written yet. */
	close: (code: ExitCode) => void;
};

type Reached = Parameters<typeof diagnosticLogMessages.reached>[0];
type Options = {file: string; level: LogLevel; env: NodeJS.ProcessEnv; command: string};

/** Opens the log file. Throws `UsageError` if it cannot be written. */
export function openDiagnostics({file, level, env, command}: Options): Diagnostics {
	const output = openOutput(file);
	const withoutOwn = createRedact({...env});
	const redact = (text: string) => withoutSecrets(withoutOwn(text));
	const log = openLog({
		level,
		format: 'json',
		output,
		now: systemClock.now,
		fields: {pid: process.pid},
		redact,
	});
	process.once('exit', output.flush);
	const write = (entryLevel: LogLevel, event: string, message: string, fields: LogFields = {}) =>
		log.write({level: entryLevel, event, message, fields});
	const {platform, arch, versions} = process;
	write('info', 'start', diagnosticLogMessages.start, {
		version,
		node: versions.node,
		platform,
		arch,
		command,
		ms: sinceStart(),
	});
	const isTracing = logLevels.indexOf(level) >= logLevels.indexOf('trace');
	return {
		log,
		onConfig: config => void writeConfig(config, log),
		onSaid: sentence => write('warn', 'said', sentence),
		onReached: what =>
			write('info', 'reached', diagnosticLogMessages.reached(what), {what, ms: sinceStart()}),
		...reportsOfService(log, isTracing ? redact : undefined),
		onBug: report => write('error', 'bug', diagnosticLogMessages.bug, {report}),
		flush: output.flush,
		close: code => {
			write('info', 'end', diagnosticLogMessages.end, {code, ms: sinceStart(), dropped: log.dropped()});
			output.flush();
			process.removeListener('exit', output.flush);
		},
	};
}

function openOutput(file: string) {
	try {
		return openLogFile(path.resolve(file));
	} catch (error) {
		throw new UsageError(writeProblem(error, file));
	}
}

/** Since the start of the process, ms. */
const sinceStart = (): number => Math.round(performance.now());

/** Writes the settings that are not defaults, with their origins. */
async function writeConfig(config: Config, log: Log): Promise<void> {
	const values = await valuesToShare(config).catch(() => []);
	const given = values.filter(({origin, value}) => origin !== 'default' && value !== undefined);
	const fields: LogFields = {
		service: config.service,
		...Object.fromEntries(given.map(({name, value}) => [name, value])),
		origins: given.map(({name, origin}) => diagnosticLogMessages.origin(name, origin)).join('; '),
	};
	log.write({level: 'info', event: 'config', message: diagnosticLogMessages.config, fields});
}

/** `redact`: undefined to leave out bodies. */
function reportsOfService(
	log: Log,
	redact: ((text: string) => string) | undefined,
): Pick<Diagnostics, 'onCall' | 'onFrame' | 'follow'> {
	let calls = 0;
	const writeBody = (of: LoggedBody, fields: LogFields, body: WireRequest['body']) => {
		if (!redact || body === undefined || body.length === 0) return;
		log.write({
			level: 'trace',
			event: 'body',
			message: diagnosticLogMessages.body(of),
			fields: {...fields, body: bodyText(body, redact)},
		});
	};
	return {
		onCall: (report, request, answer) => {
			calls += 1;
			log.write(requestEntry(calls, report, request, answer));
			writeBody('request', {call: calls}, request.body);
			writeBody('answer', {call: calls}, answer?.body);
		},
		onFrame: ({command, headers, body}, isSent) => {
			const {destination} = headers;
			log.write({
				level: command === 'ERROR' ? 'warn' : 'debug',
				event: 'frame',
				message: diagnosticLogMessages.frame(isSent),
				fields: {
					command,
					destination,
					bytes: Buffer.byteLength(body),
					error: command === 'ERROR' ? headers['message'] : undefined,
				},
			});
			writeBody('frame', {destination}, body);
		},
		follow: openFeed => (teamId, on) =>
			openFeed(teamId, signal => {
				for (const entry of feedEntries(signal)) log.write(entry);
				on(signal);
			}),
	};
}

function requestEntry(
	call: number,
	{request: name, attempt, ms, outcome, status, isBackground, skewMs}: CallReport,
	{method, url, body}: WireRequest,
	answer: WireAnswer | undefined,
): LogEntry {
	const isRead = method === 'GET' || method === 'HEAD';
	const isFine = outcome === 'answered' || outcome === 'canceled';
	const read = isRead ? 'debug' : 'info';
	return {
		level: isFine ? read : 'warn',
		event: 'request',
		message: diagnosticLogMessages.request,
		fields: {
			call,
			method,
			// A segment with an `@` is the address of a person.
			path: url.pathname.replaceAll(/[^/]*(?:@|%40)[^/]*/g, '***'),
			// The values may be secrets.
			query: [...url.searchParams.keys()].join(',') || undefined,
			name,
			status,
			outcome,
			attempt,
			background: isBackground || undefined,
			ms: Math.round(ms),
			sent: body === undefined ? 0 : Buffer.byteLength(body),
			received: answer?.body.byteLength,
			requestId: answer?.header('x-request-id'),
			skewMs,
		},
	};
}

function feedEntries(signal: FeedSignal): LogEntry[] {
	if (signal.type === 'status') return [statusEntry(signal.status)];
	return signal.events.flatMap(event =>
		event.kind === 'unreadable'
			? {
					level: 'warn' as const,
					event: 'unreadable',
					message: diagnosticLogMessages.unreadable,
					fields: {reason: event.reason},
				}
			: [],
	);
}

function statusEntry(status: FeedStatus): LogEntry {
	const refused = 'refused' in status ? status.refused : undefined;
	const retryAt = 'retryAt' in status ? status.retryAt : undefined;
	const isTrouble = status.status === 'lost' || status.status === 'off' || refused !== undefined;
	return {
		level: isTrouble ? 'warn' : 'info',
		event: 'feed',
		message: diagnosticLogMessages.feed(status.status),
		fields: {
			status: status.status,
			attempt: 'attempt' in status ? status.attempt : undefined,
			reason: 'reason' in status ? status.reason : undefined,
			retryAt: retryAt === undefined ? undefined : new Date(retryAt).toISOString(),
			refused: refused?.map(({destination}) => destination).join(', '),
		},
	};
}

/** Prints requests and feed on stderr, for `-v`. What is said there anyway is not repeated. */
export function openVerbose({
	stderr,
	env,
}: {
	stderr: {write: (text: string) => unknown};
	env: NodeJS.ProcessEnv;
}): Diagnostics {
	const withoutOwn = createRedact({...env});
	const log = openLog({
		level: 'debug',
		format: 'text',
		output: stderr,
		now: systemClock.now,
		redact: text => withoutSecrets(withoutOwn(text)),
	});
	return {
		log,
		onConfig: () => {},
		onSaid: () => {},
		onReached: () => {},
		...reportsOfService(log, undefined),
		onBug: () => {},
		flush: () => {},
		close: () => {},
	};
}

/** Larger bodies are not parsed, because that would delay the screen. */
const maxBytes = 64 * 1024;
/** Characters of a body in the log. */
const maxLength = 4000;

type Redact = (text: string) => string;

/** Further names of secrets in requests, such as the code of an invitation. */
const secretName = /pass|token|login|^code$/i;

/**
Returns the text of a body without secrets. `redact` removes them from each string of a JSON text, where quotes are not
escaped. Returns undefined for a body that is not text or too large.
*/
export function bodyText(body: string | Uint8Array, redact: Redact): string | undefined {
	if (body.length > maxBytes) return undefined;
	const text = typeof body === 'string' ? body : decode(body);
	if (text === undefined) return undefined;
	const clean = redact(cleanJson(text, redact) ?? text);
	return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}

function cleanJson(text: string, redact: Redact): string | undefined {
	try {
		return JSON.stringify(parseJson(text), (name: string, value: unknown) => {
			if (typeof value !== 'string') return value;
			return secretName.test(name) || isSecretField(name) ? hiddenSecret : redact(value);
		});
	} catch {
		return undefined;
	}
}

function decode(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return undefined;
	}
}
