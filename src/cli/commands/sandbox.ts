import {Option, type Command} from 'commander';
import {systemClock} from '../../lib/clock.ts';
import {UsageError} from '../../lib/usage-error.ts';
import type {Listening} from '../../sandbox/listen.ts';
import {
	brokerHabitNames,
	rconQuirkNames,
	type BrokerHabitName,
	type RconQuirkName,
} from '../../sandbox/habit-names.ts';
import {scenarioNames, type ScenarioName} from '../../sandbox/scenario-names.ts';
import {highestLimit, usualLimits, type ServiceLimits} from '../../sandbox/limits.ts';
import type {Sandbox, SandboxOptions} from '../../sandbox/index.ts';
import {exitCodes} from '../exit-codes.ts';
import {readingOf, type Io} from '../io.ts';
import {say} from '../output.ts';
import type {Run} from '../program.ts';
import {recordsIn, wholeNumber} from '../sandbox-folder.ts';
import {addSandboxAttach} from './sandbox-attach.ts';

type Options = {
	port: string;
	data?: string;
	servers?: string;
	scenario?: ScenarioName[];
	broker?: BrokerHabitName[];
	rcon?: RconQuirkName[];
	limit?: string[];
	trueTimings?: true;
	strictSpec?: true;
};

export function addSandbox(program: Command, run: Run): void {
	const sandbox = program
		.command('sandbox')
		.description('Serve the embedded control plane for other terminals, curl and scripts, until interrupted')
		.option('--port <n>', 'the port on 127.0.0.1; 0 takes a free one', '8440')
		.option('--data <dir>', 'keep its records in this folder')
		.option('--servers <n>', 'so many servers instead of the usual fleet')
		.addOption(
			new Option(
				'--scenario <name...>',
				'incidents to practise on; they go on as long as the sandbox runs',
			).choices(scenarioNames),
		)
		.addOption(
			new Option('--broker <habit...>', 'ways of real STOMP brokers that its feed has').choices(
				brokerHabitNames,
			),
		)
		.addOption(
			new Option('--rcon <quirk...>', 'ways of real games that its simulated ones have').choices(
				rconQuirkNames,
			),
		)
		.option('--limit <name=value...>', `what the service accepts: ${Object.keys(usualLimits).join(', ')}`)
		.option('--true-timings', 'install, boot and stop as slowly as real servers do')
		.option('--strict-spec', 'offer only what the specification has')
		.action(
			run(async (io, _flags, options: Options) => {
				const port = wholeNumber(options.port, '--port', 0, 65_535);
				const {openSandbox} = await import('../../sandbox/index.ts');
				const {listen} = await import('../../sandbox/listen.ts');
				const sandbox = await openSandbox(sandboxOptions(options));
				io.needsToEnd?.(sandbox.closeMs());
				try {
					const listening = await listen(sandbox, {port}).catch((error: unknown) => {
						throw notListening(error, port);
					});
					announce(io, sandbox, listening);
					// Without the announcement nobody could use it.
					await ended(readingOf(io));
					await listening.close();
				} finally {
					await close(io, sandbox);
				}
				return exitCodes.done;
			}),
		);
	addSandboxAttach(sandbox, run);
}

function sandboxOptions(options: Options): SandboxOptions {
	const {data, servers, scenario, broker, rcon, limit, trueTimings, strictSpec} = options;
	return {
		clock: systemClock,
		adminActivity: true,
		restlessNodes: true,
		cutSilentFeeds: true,
		trueTimings: trueTimings ?? false,
		strictSpec: strictSpec ?? false,
		scenarios: scenario ?? [],
		brokerHabits: broker ?? [],
		rconQuirks: rcon ?? [],
		limits: limitsIn(limit ?? []),
		...(servers !== undefined && {servers: wholeNumber(servers, '--servers', 1, 20_000)}),
		...(data !== undefined && {data: recordsIn(data)}),
	};
}

function limitsIn(texts: string[]): Partial<ServiceLimits> {
	return Object.fromEntries(
		texts.map(text => {
			const [name = '', value = ''] = text.split('=', 2);
			if (!Object.hasOwn(usualLimits, name))
				throw new UsageError(`--limit knows ${Object.keys(usualLimits).join(', ')}.`);
			return [name, wholeNumber(value, `--limit ${name}`, 1, highestLimit(name))];
		}),
	);
}

function notListening(error: unknown, port: number): unknown {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') return new UsageError(`Port ${port} is taken: choose another one with --port.`);
	if (code === 'EACCES')
		return new UsageError(`Port ${port} is not open to you: choose one above 1023 with --port.`);
	return error;
}

/** Everything that a second terminal needs, ready to paste. */
function announce({stdout}: Io, {credentials}: Sandbox, {url, feedUrl}: Listening): void {
	const lines = [
		`The sandbox serves ${url}`,
		`Its feed is at     ${feedUrl}`,
		'',
		'For a second deck, in another terminal:',
		`  export RCONDECK_URL=${url}`,
		`  export RCONDECK_FEED_URL=${feedUrl}`,
		`  export RCONDECK_TOKEN=${credentials.token}`,
		'  rcondeck',
		'',
		'With curl:',
		`  curl -H 'Application-Token: ${credentials.token}' ${url}/team/my`,
		'',
		'Ctrl-C ends it.',
	];
	stdout.write(`${lines.join('\n')}\n`);
}

/** Stops real servers by their own stop commands, never otherwise. */
async function close(io: Io, sandbox: Sandbox): Promise<void> {
	const names = sandbox.realServers();
	if (names.length > 0) {
		const seconds = Math.ceil(sandbox.closeMs() / 1000);
		say(io, `Stopping ${names.join(', ')} (up to ${seconds}s). Press Ctrl-C again to leave them running.`);
	}
	for (const name of await sandbox.close()) {
		say(
			io,
			`${name} did not stop and is left running. The next rcondeck serve with the same --data takes it over.`,
		);
	}
}

function ended(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});
}
