import {isIP} from 'node:net';
import {optionGroups} from '../../../messages/cli.ts';
import {hostname} from 'node:os';
import {type Command, Option} from 'commander';
import {UsageError} from '../../../lib/errors.ts';
import {serveMessages, servePortMessages} from '../../../messages/serve.ts';
import {highestLimit, type ServiceLimits, usualLimits} from '../../../service/limits.ts';
import {type ConnectionLimits, usualConnectionLimits} from '../../../service/http/connection-limits.ts';
import {wholeNumber} from '../../start/service-folder.ts';
import {isLoopbackAddress} from '../../../service/http/client-address.ts';
import {checkConnections, readAllowances} from '../../../config/connections.ts';
import {directory} from '../../../config/paths.ts';
import {pause, systemClock} from '../../../lib/time/clock.ts';
import {type Log, type LogFormat, logFormats, type LogLevel, openLog} from '../../../lib/files/log.ts';
import {serviceLogMessages} from '../../../messages/service.ts';
import type {OnEvent} from '../../../service/events.ts';
import type {Service} from '../../../service/index.ts';
import type {Listening, Port} from '../../../service/http/listen.ts';
import type {Certificate, Certificates} from '../../../service/http/certificate.ts';
import {durationOption} from '../../start/deadline.ts';
import type {Io} from '../../output/io.ts';
import {writeReport} from '../../output/report.ts';
import type {SecurityLog} from './security-log.ts';
import {version} from '../../start/version.ts';

const knownLimits = {...usualLimits, ...usualConnectionLimits};

/** The names of all limits, for people. */
export const limitNames = Object.keys(knownLimits).join(', ');

/** Reads `--service-limit`: `name=value` each. Throws `UsageError`. */
export function readLimits(texts: readonly string[]): Partial<ServiceLimits & ConnectionLimits> {
	return Object.fromEntries(
		texts.map(text => {
			const [name = '', value = ''] = text.split('=', 2);
			if (!Object.hasOwn(knownLimits, name)) throw new UsageError(serveMessages.unknownLimit(limitNames));
			return [name, wholeNumber(value, serveMessages.limitOption(name), 1, highestLimit(name))];
		}),
	);
}

/** Where to listen. `port` is undefined if the address names none. */
export type ListenAddress = {host: string; port: number | undefined};

/** Reads `127.0.0.1`, `0.0.0.0:8440`, `[::1]:8440` or `localhost:8440`. Throws `UsageError`. */
function readListenAddress(text: string): ListenAddress {
	if (isIP(text) === 6) return {host: text, port: undefined};
	const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
	const host = bracketed ?? (plain === 'localhost' ? '127.0.0.1' : plain);
	const isAddress = bracketed === undefined ? isIP(host) === 4 : isIP(host) === 6;
	if (!isAddress) throw new UsageError(servePortMessages.wrongAddress(text));
	return {host, port: port === undefined ? undefined : wholeNumber(port, '--listen', 0, 65_535)};
}

/** Returns true if only this machine can reach the address. */
const isLoopbackOnly = ({host}: ListenAddress): boolean => isLoopbackAddress(host);

/** Returns true for a wildcard address. */
const isEveryAddress = ({host}: ListenAddress): boolean => host === '0.0.0.0' || /^[0:]+$/.test(host);

export type PortOptions = {
	listen?: string;
	port?: string;
	hostName?: string[];
	trustedProxy?: string[];
	tlsCert?: string;
	tlsKey?: string;
	insecure?: true;
	shutdownDelay?: string;
	serviceLimit?: string[];
	strictSpec?: true;
	logFormat?: LogFormat;
	securityLog?: string;
};

/** Declares the options of `readPort`. */
export function addPortOptions(command: Command): Command {
	return command
		.option('--listen <address>', servePortMessages.listenHelp)
		.option('--port <n>', servePortMessages.portHelp)
		.optionsGroup(optionGroups.network)
		.option('--host-name <name...>', serveMessages.hostNameHelp)
		.option('--trusted-proxy <address...>', servePortMessages.trustedProxyHelp)
		.option('--tls-cert <file>', servePortMessages.tlsCertHelp)
		.option('--tls-key <file>', servePortMessages.tlsKeyHelp)
		.option('--insecure', servePortMessages.insecureHelp)
		.option('--shutdown-delay <duration>', servePortMessages.shutdownDelayHelp)
		.optionsGroup(optionGroups.logs)
		.option('--security-log <target>', servePortMessages.securityLogHelp)
		.addOption(new Option('--log-format <format>', servePortMessages.logFormatHelp).choices(logFormats));
}

/** The port of `serve`, with its log. */
export type ServePort = {
	log: Log;
	/** How long `leave` takes. */
	leaveMs: number;
	onEvent: OnEvent;
	/** Logs a bug with its report; the service continues. */
	onBug: (bug: unknown) => void;
	/** Starts to listen; requests are answered with 503. Throws `UsageError` if the port cannot be opened. */
	bind: () => Promise<void>;
	/** Passes requests on to the service from now on. */
	serve: (service: Service) => Listening;
	/** Reads the certificate again. Undefined without TLS. */
	reload: (() => void) | undefined;
	/** Tells load balancers that this instance will close, and resolves once they have had time to notice. */
	leave: () => Promise<void>;
	/** Stops listening, if it does. Requests in progress get `limitMs` to finish. */
	close: (limitMs: number) => Promise<void>;
};

const usualPort = 8440;

/** Checks the options and opens the log. Throws `UsageError`. */
export async function readPort(
	io: Io,
	options: PortOptions,
	logLevel: LogLevel | undefined,
): Promise<ServePort> {
	const address = addressOf(options);
	const limits = readLimits(options.serviceLimit ?? []);
	const leaveMs =
		options.shutdownDelay === undefined ? 0 : durationOption('--shutdown-delay', options.shutdownDelay);
	const warnings = checkConnections(io.env, [], readAllowances(io.env));
	const log = openLogOf(io, options.logFormat, logLevel);
	const certificates = await certificatesOf(options, log);
	const {openMonitor, securityEntry} = await import('../../../service/http/monitor.ts');
	const {createClientAddress} = await import('../../../service/http/client-address.ts');
	const clientAddress = createClientAddress(options.trustedProxy ?? []);
	if (!clientAddress) throw new UsageError(servePortMessages.wrongProxy);
	const monitor = openMonitor({log, clock: systemClock, version, certificates, addressOf: clientAddress});
	const onBug = reportBugs(io, log);
	const securityLog = await securityLogOf(options, log);
	let port: Port | undefined;
	log.write({
		level: 'info',
		event: 'start',
		message: serviceLogMessages.starting,
		fields: {version, pid: process.pid},
	});
	for (const message of warnings) log.write({level: 'warn', event: 'not-encrypted', message});
	return {
		log,
		leaveMs,
		onBug,
		onEvent: event => {
			monitor.onEvent(event);
			if (event.kind === 'security') securityLog?.write(securityEntry(event.entry));
		},
		reload: certificates?.reload,
		bind: async () => {
			const {openPort} = await import('../../../service/http/listen.ts');
			port ??= await openPort({
				...address,
				names: options.hostName ?? [],
				publicName: publicNameOf(address, options.hostName ?? [], certificates?.current()),
				certificates,
				limits,
				addressOf: clientAddress,
				monitor: options.strictSpec ? undefined : monitor,
				onBug,
			}).catch((error: unknown) => {
				throw notListening(error, address);
			});
		},
		serve: service => {
			if (!port) throw new TypeError('The port is not bound.');
			monitor.watch(service);
			port.serve(service);
			const {url, feedUrl: feed} = port;
			log.write({level: 'info', event: 'listen', message: serviceLogMessages.listening, fields: {url, feed}});
			return port;
		},
		leave: async () => {
			if (leaveMs === 0) return;
			log.write({level: 'info', event: 'leave', message: serviceLogMessages.leaving, fields: {ms: leaveMs}});
			port?.leave();
			await pause(systemClock, leaveMs);
		},
		close: async limitMs => {
			certificates?.close();
			securityLog?.close();
			const open = port;
			port = undefined;
			if (!open) return;
			log.write({level: 'info', event: 'shutdown', message: serviceLogMessages.closing});
			await open.drain(limitMs);
		},
	};
}

/** The address and port, of which loopback needs no TLS. */
function addressOf(options: PortOptions): ListenAddress & {port: number} {
	const address = readListenAddress(options.listen ?? '127.0.0.1');
	if (address.port !== undefined && options.port !== undefined)
		throw new UsageError(servePortMessages.portTwice);
	const port = address.port ?? wholeNumber(options.port ?? String(usualPort), '--port', 0, 65_535);
	if ((options.tlsCert === undefined) !== (options.tlsKey === undefined))
		throw new UsageError(servePortMessages.certWithoutKey);
	const isSafe = isLoopbackOnly(address) || options.tlsCert !== undefined || options.insecure === true;
	if (!isSafe) throw new UsageError(servePortMessages.needsTls(address.host));
	return {host: address.host, port};
}

/** The log goes to stderr and, if there is one, to the log file. */
export function openLogOf(
	{stderr, diagnostics}: Io,
	logFormat: LogFormat | undefined,
	logLevel: LogLevel | undefined,
): Log {
	const format = logFormat ?? (stderr.isTTY ? 'text' : 'json');
	const level = logLevel ?? (stderr.isTTY ? 'warn' : 'info');
	const log = openLog({format, level, output: stderr, now: systemClock.now});
	if (!diagnostics) return log;
	return {
		dropped: () => log.dropped() + diagnostics.log.dropped(),
		write: entry => {
			log.write(entry);
			diagnostics.log.write(entry);
		},
	};
}

async function securityLogOf({securityLog}: PortOptions, log: Log): Promise<SecurityLog | undefined> {
	if (securityLog === undefined) return undefined;
	const {openSecurityLog} = await import('./security-log.ts');
	const onProblem = (message: string) => log.write({level: 'error', event: 'security-log-failed', message});
	return openSecurityLog(securityLog, {now: systemClock.now, onProblem});
}

async function certificatesOf({tlsCert, tlsKey}: PortOptions, log: Log): Promise<Certificates | undefined> {
	if (tlsCert === undefined || tlsKey === undefined) return undefined;
	const {watchCertificate} = await import('../../../service/http/certificate.ts');
	return watchCertificate(
		{cert: tlsCert, key: tlsKey},
		{
			clock: systemClock,
			onReload: ({expiresAt}) =>
				log.write({
					level: 'info',
					event: 'tls-reload',
					message: serviceLogMessages.certificateLoaded,
					fields: {expires: new Date(expiresAt).toISOString()},
				}),
			onExpiry: expiresAt =>
				log.write({
					level: 'warn',
					event: 'tls-expiry',
					message: serviceLogMessages.certificateExpires,
					fields: {expires: new Date(expiresAt).toISOString()},
				}),
			onProblem: error =>
				log.write({
					level: 'error',
					event: 'tls-reload-failed',
					message: serviceLogMessages.certificateKept,
					fields: {error},
				}),
		},
	);
}

/** The host name for other machines: one that the certificate has, if possible. */
function publicNameOf(
	address: ListenAddress,
	names: readonly string[],
	certificate: Certificate | undefined,
): string {
	const {host} = address;
	if (isLoopbackOnly(address)) return host;
	const known = isEveryAddress(address) ? [...names, hostname()] : [host, ...names];
	const [first = host] = known;
	if (!certificate) return first;
	const {parsed} = certificate;
	const isNamed = (name: string) => (isIP(name) === 0 ? parsed.checkHost(name) : parsed.checkIP(name));
	const own = /DNS:([^,*\s]+)/.exec(parsed.subjectAltName ?? '')?.[1];
	return known.find(isNamed) ?? own ?? first;
}

/** Logs the servers that continue to run without the service. */
export function logLeftRunning(log: Log, names: readonly string[]): void {
	if (names.length === 0) return;
	const message = serveMessages.leftRunning(names);
	log.write({level: 'warn', event: 'left-running', message, fields: {servers: names.join(', ')}});
}

/** Writes a report of a bug; the service keeps running. */
export function reportBugs(io: Io, log: Log) {
	const folder = directory(io.env, 'RCONDECK_STATE_DIR').path;
	return (bug: unknown) => {
		const report = writeReport(bug, folder, io.env, new Date());
		log.write({level: 'error', event: 'bug', message: serveMessages.bug(report), fields: {report}});
	};
}

function notListening(error: unknown, {host, port}: ListenAddress): unknown {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
	if (code === 'EADDRINUSE') return new UsageError(servePortMessages.addressTaken(address));
	if (code === 'EACCES') return new UsageError(servePortMessages.addressNotAllowed(address));
	if (code === 'EADDRNOTAVAIL') return new UsageError(servePortMessages.noSuchAddress(host));
	return error;
}
