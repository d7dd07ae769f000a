import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {existsSync} from 'node:fs';
import {spawn} from '@lydell/node-pty';
import {harmOnTerminal, nastyFleet, nastyService, nastyText} from '../helpers/nasty-wire.ts';
import {openInProcess} from '../cli/in-process.ts';
import {type Case, fleet} from '../shipped/command-cases/case.ts';
import {cases} from '../shipped/command-cases/index.ts';
import {bundle, openService, openShipped, type AtEnd, type Shipped} from '../shipped/shipped.ts';

/** How long a command may take, and how long one that does not end by itself runs, ms. */
const [endMs, streamMs] = [60_000, 4000];

export type CommandsTried = {tried: number; failures: string[]; names: string[]};

type Options = {
	random: () => number;
	/** The service also refuses some requests, with hostile reasons. */
	refuses: boolean;
	/** `one`: only in plain form, without `--json`. */
	forms: 'one' | 'all';
	atEnd: AtEnd;
	/** How many run at a time. */
	atOnce: number;
	/** Whether a command is run by the built program on a real terminal, instead of in this process. */
	isBuilt: (name: string) => boolean;
	/** Stops after the command that runs at this time. */
	until?: number;
};

/**
Runs every command on a terminal against a service with hostile texts everywhere, in all of its formats and with a hostile
operand, and returns what could have acted on the terminal or the machine.
*/
export async function tryCommands({
	random,
	refuses,
	forms,
	atEnd,
	atOnce,
	isBuilt,
	until,
}: Options): Promise<CommandsTried> {
	const service = await openService(
		{fleet: nastyFleet(fleet, random)},
		nastyService(random, refuses ? 0.08 : 0),
		atEnd,
	);
	const queue = Object.entries(cases);
	const outcome: CommandsTried = {tried: 0, failures: [], names: []};
	const work = async () => {
		for (let next = queue.shift(); next; next = queue.shift()) {
			if (until !== undefined && Date.now() > until) return;
			const [name, row] = next;
			const shipped = openShipped({env: service.env, atEnd});
			const {folder} = shipped;
			const more =
				(await row
					.before?.(openInProcess({env: service.env, folder, atEnd}), service)
					.catch(() => undefined)) ?? [];
			const onTerminal = isBuilt(name) ? onRealTerminal : inProcess;
			outcome.names.push(name);
			for (const args of formsOf([...row.args, ...more], random).slice(0, forms === 'one' ? 1 : undefined)) {
				outcome.tried++;
				const {bytes, code} = await onTerminal(shipped, args, row, row.stdin?.(service) ?? '');
				const harm =
					harmOnTerminal(bytes) ??
					(['.', folder].some(at => existsSync(path.join(at, 'injected'))) ? 'it ran a name' : undefined) ??
					(code === 70 ? `a bug: ${bytes.slice(-300)}` : undefined) ??
					(code === 'killed' ? 'it did not end' : undefined);
				if (harm !== undefined)
					outcome.failures.push(`rcondeck ${JSON.stringify(args).slice(0, 200)}: ${harm}`);
			}
		}
	};
	await Promise.all(Array.from({length: atOnce}, work));
	return outcome;
}

/** The arguments as they are, without `--json`, in the other formats of lists, and with a hostile operand. */
function formsOf(args: readonly string[], random: () => number): (readonly string[])[] {
	const plain = args.filter(word => word !== '--json');
	const isList = args.includes('--json') && /^(servers|nodes|tasks|automations|runs)$/.test(args[0] ?? '');
	const formats =
		isList && plain.length === 1 ? ['wide', 'name'].map(format => [...plain, '-o', format]) : [];
	const end = plain.indexOf('--');
	const operand = nastyText(random).replaceAll('\0', '');
	// Nobody answers its questions.
	const hostile = plain.toSpliced(end === -1 ? plain.length : end, 0, '--yes', operand);
	return [plain, ...(args.includes('--json') ? [args] : []), ...formats, hostile];
}

type TerminalEnd = {bytes: string; code: number | 'killed'};

/** Runs the built program on a terminal of its own; streams are interrupted. */
async function onRealTerminal(
	{folder, env}: Shipped,
	args: readonly string[],
	{until, repaints, env: more}: Case,
	typed: string,
): Promise<TerminalEnd> {
	const [program, ...words] = bundle;
	const terminal = spawn(program, [...words, ...args], {
		name: repaints ? 'dumb' : 'xterm-256color',
		cols: 100,
		rows: 30,
		cwd: folder,
		env: {...env, ...more, PAGER: 'cat'},
	});
	let bytes = '';
	terminal.onData(data => (bytes += data));
	const ended = new Promise<number>(resolve => terminal.onExit(({exitCode}) => resolve(exitCode)));
	for (const line of typed.split('\n').slice(0, -1)) terminal.write(`${line}\r`);
	// A prompt reads keys only once it is open.
	if (repaints) await Promise.race([ended, pause(streamMs)]);
	if (typed !== '') terminal.write('\x04');
	if (until !== undefined) {
		await Promise.race([ended, pause(streamMs)]);
		terminal.write('\x03');
	}
	const code = await inTime(ended);
	if (code === 'killed') terminal.kill('SIGKILL');
	return {bytes, code};
}

/** Runs the program in this process, which takes a tenth of the time. */
async function inProcess(
	{folder, env, atEnd}: Shipped,
	args: readonly string[],
	{until, env: more}: Case,
	stdin: string,
): Promise<TerminalEnd> {
	const rcondeck = openInProcess({folder, env: {...env, ...more}, atEnd, isTTY: true, columns: 100});
	const {ended, kill} = rcondeck.start(args, {stdin});
	if (until !== undefined) {
		await Promise.race([ended, pause(streamMs)]);
		kill('SIGINT');
	}
	let bytes = '';
	const code = await inTime(
		ended.then(({out, err, code}) => {
			bytes = out + err;
			return code ?? -1;
		}),
	);
	return {bytes, code};
}

async function inTime(ended: Promise<number>): Promise<TerminalEnd['code']> {
	const isOver = new AbortController();
	const late = pause(endMs, 'killed' as const, {signal: isOver.signal}).catch(() => 'killed' as const);
	const code = await Promise.race([ended, late]);
	isOver.abort();
	return code;
}
