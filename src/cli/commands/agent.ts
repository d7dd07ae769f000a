import {describe} from './describe.ts';
import {Option, type Command} from 'commander';
import {checkedBaseUrl} from '../../config/addresses.ts';
import {checkConnections, readAllowances} from '../../config/connections.ts';
import {directory, filePath, serviceFolder} from '../../config/paths.ts';
import {readSecretFile} from '../../config/privacy.ts';
import {systemClock} from '../../lib/time/clock.ts';
import {type Log, type LogFormat, logFormats, type LogLevel} from '../../lib/files/log.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {agentMessages as messages} from '../../messages/nodes.ts';
import {servePortMessages} from '../../messages/serve.ts';
import {linkMessages} from '../../messages/link.ts';
import type {LinkEvent} from '../../service/link/agent-link.ts';
import type {Run} from '../start/command-run.ts';
import {CommandError, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {serveFolder} from './serve/serve-folder.ts';
import {logLeftRunning, openLogOf, reportBugs} from './serve/serve-port.ts';
import {version} from '../start/version.ts';

type Options = {service: string; tokenFile: string; name?: string; data?: string; logFormat?: LogFormat};

/** Declares `agent`, which runs the servers of this machine for a service elsewhere. */
export function addAgent(program: Command, run: Run): void {
	describe(program.command('agent'), messages)
		.requiredOption('--service <url>', messages.serviceHelp)
		.requiredOption('--token-file <file>', messages.tokenFileHelp)
		.option('--name <name>', messages.nameHelp)
		.option('--data <dir>', messages.dataHelp)
		.addOption(new Option('--log-format <format>', servePortMessages.logFormatHelp).choices(logFormats))
		.action(
			run(async (io, {logLevel}, options: Options) => {
				await runAgent(io, options, logLevel);
			}),
		);
}

/** How long the end of the service may take. */
const closeMs = 5000;

async function runAgent(io: Io, options: Options, logLevel: LogLevel | undefined): Promise<void> {
	const url = new URL(checkedBaseUrl(options.service, linkMessages.setting));
	const warnings = checkConnections(io.env, [url.href], readAllowances(io.env));
	const token = tokenIn(io, options.tokenFile);
	const name = nameOf(options.name);
	const log = openLogOf(io, options.logFormat, logLevel ?? 'info');
	const onBug = reportBugs(io, log);
	log.write({level: 'info', event: 'start', message: messages.starting, fields: {version, pid: process.pid}});
	for (const message of warnings) log.write({level: 'warn', event: 'not-encrypted', message});
	io.needsToEnd?.(closeMs);
	const folder = options.data ?? serviceFolder(directory(io.env, 'RCONDECK_STATE_DIR').path);
	const {service, close} = await serveFolder(io, {folder, onBug}, async data => {
		const {openService} = await import('../../service/index.ts');
		const common = {clock: systemClock, cutSilentFeeds: true, refusesFeedsEarly: true, isLinked: true};
		return openService({...common, data, env: io.env, onBug});
	});
	try {
		io.endsNormally?.();
		const {runAgentLink} = await import('../../service/link/agent-link.ts');
		const isAccepted = await runAgentLink({
			context: service.context,
			url,
			token,
			name,
			version,
			clock: systemClock,
			random: Math.random,
			onEvent: event => logEvent(log, url, event),
			onBug,
			signal: io.ending,
		});
		if (!isAccepted) throw new CommandError(linkMessages.badToken, exitCodes.notSignedIn);
	} finally {
		logLeftRunning(log, await close());
		log.write({level: 'info', event: 'closed', message: messages.closed});
	}
}

function tokenIn({env}: Io, typed: string): string {
	const file = filePath(env, '.', typed);
	const [token = ''] = (readSecretFile(file) ?? '').trim().split('\n', 1);
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new UsageError(messages.noToken(printableLine(file)));
}

function nameOf(typed: string | undefined): string | undefined {
	const name = typed?.trim();
	if (name === undefined || (name !== '' && name.length <= 100 && !/\p{Cc}/u.test(name))) return name;
	throw new UsageError(messages.wrongName);
}

function logEvent(log: Log, {origin: url}: URL, event: LinkEvent): void {
	if (event.kind === 'linked') {
		const {node} = event;
		log.write({
			level: 'info',
			event: 'linked',
			message: messages.linked(url, printableLine(node)),
			fields: {url, node},
		});
		return;
	}
	const {reason, retryMs} = event;
	const message = `${messages.lost}: ${messages.retry(printableLine(reason), retryMs)}`;
	log.write({level: 'warn', event: 'not-linked', message, fields: {url, retryMs}});
}
