import {createSocket} from 'node:dgram';
import {appendFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {UsageError} from '../../../lib/errors.ts';
import {type Log, type LogEntry, openLog} from '../../../lib/files/log.ts';
import {servePortMessages} from '../../../messages/serve.ts';
import {writeProblem} from '../../../messages/text.ts';

type Output = {write: (line: string) => void; close: () => void};
export type SecurityLog = Pick<Log, 'write'> & {close: () => void};

type Options = {
	now: () => number;
	/** Called when lines are lost, once until they are written again. */
	onProblem: (problem: string) => void;
};

/**
Opens the target of `--security-log`: a file, to which JSON lines are appended, or `syslog://HOST[:PORT]`. The file is opened
for each line, so that it may be rotated. Throws `UsageError` if the target cannot be used.
*/
export function openSecurityLog(target: string, {now, onProblem}: Options): SecurityLog {
	let isLost = false;
	const report = (error?: unknown) => {
		const isNew = error !== undefined && !isLost;
		isLost = error !== undefined;
		if (isNew) onProblem(writeProblem(error, target));
	};
	const {write, close} = target.startsWith('syslog:')
		? openSyslog(target, now, report)
		: openFile(target, report);
	const log = openLog({level: 'info', format: 'json', output: {write}, now});
	return {write: (entry: LogEntry) => log.write(entry), close};
}

type Report = (error?: unknown) => void;

function openFile(file: string, report: Report): Output {
	const append = (text: string) => appendFileSync(file, text, {mode: 0o600});
	try {
		append('');
	} catch (error) {
		throw new UsageError(writeProblem(error, file), {cause: error});
	}
	const write = (line: string) => {
		try {
			append(line);
			report();
		} catch (error) {
			report(error);
		}
	};
	return {write, close: () => {}};
}

/** The port of syslog over UDP, and what every receiver accepts in bytes. (RFC 5426, 3.2 and 3.3) */
const [usualPort, maxBytes] = [514, 2048];
/** Facility authpriv, severity notice. (RFC 5424, 6.2.1) */
const priority = 10 * 8 + 5;

function openSyslog(target: string, now: () => number, report: Report): Output {
	const url = URL.canParse(target) ? new URL(target) : undefined;
	if (!url || url.hostname === '') throw new UsageError(servePortMessages.wrongSecurityLog(target));
	const host = url.hostname.replaceAll(/^\[|\]$/g, '');
	const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4').unref();
	socket.on('error', report);
	const port = url.port === '' ? usualPort : Number(url.port);
	const write = (line: string) => {
		const time = new Date(now()).toISOString();
		const header = [`<${priority}>1`, time, hostname(), 'rcondeck', process.pid, 'security', '-'];
		const text = [...header, line.trimEnd()].join(' ');
		socket.send(Buffer.from(text).subarray(0, maxBytes), port, host, error => report(error ?? undefined));
	};
	return {write, close: () => socket.close()};
}
