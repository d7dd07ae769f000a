import {existsSync, rmSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {createRandom} from '../helpers/random.ts';
import {checkJournal} from './compressed-soak.ts';
import {openFaultyService} from './faulty-service.ts';
import {nextLine, nextMove} from './monkey/moves.ts';
import {endProgram, makeHome, openTerminal, type Terminal} from './monkey/terminal.ts';
import type {Outcome, Trial} from './run.ts';
import {fillMs, scrollback} from './soak-fill.ts';
import {openFaults, perSecond, startLoad} from './soak-load.ts';
import {answerMs, judgeSamples, openSampler, sampleMs, type ProcessSample} from './soak-samples.ts';

const servers = 500;
/** Closes what is open and shows the servers, so that samples differ only in what the program keeps. */
const home = '\x1b \x1b \x1b \x1b 1'.split(' ');
const homeMs = 200;
/** Keys that would end the program. */
const quits = new Set(['q', '\x03']);
/** An upper bound of the journal's size, with its policy of 128 MB. */
const maxJournalMb = 160;

/** Runs the built TUI or line mode in a pseudo-terminal under load on a faulty service, and samples it from the outside and inside. */
export async function soakReal({minutes, seed, print}: Trial, front: 'tui' | 'line'): Promise<Outcome> {
	const folder = makeHome(`scrollback = ${scrollback}\n`);
	const sampler = openSampler(folder, front);
	const service = await openFaultyService({servers, hasColleague: true, hasNodeOutages: true});
	const random = createRandom(seed);
	const terminal = openTerminal(folder, [120, 40], {
		...service.env,
		...sampler.env,
		HOOK: sampler.hook.join(' '),
		MODE: front === 'line' ? '--screen-reader' : '',
	});
	const failures: string[] = [];
	const samples: ProcessSample[] = [];
	const start = performance.now();
	const endsAt = start + minutes * 60_000;
	const load = startLoad(service);
	const faults = openFaults(service, random);
	const fullAt = start + Math.min(fillMs({servers, perSecond}), (endsAt - start) / 2);
	let keys = 0;
	let nextSample = fullAt + sampleMs;
	try {
		await terminal.until('list of servers', () => terminal.screen().includes('SERVERS'));
		while (performance.now() < endsAt && !terminal.hasEnded()) {
			const moves =
				front === 'tui'
					? nextMove(random, terminal.screen())
					: [{bytes: `${nextLine(random, terminal.printed())}\r`, waitMs: 700}];
			for (const {bytes, waitMs} of moves) {
				if (quits.has(bytes.replace('\r', '')) || terminal.hasEnded()) continue;
				terminal.write(bytes);
				keys++;
				await sleep(waitMs);
			}
			terminal.resumeIfStopped();
			await sleep(1000);
			if (performance.now() >= fullAt) await faults.change();
			if (performance.now() >= nextSample) {
				nextSample = performance.now() + sampleMs;
				if (front === 'tui') for (const key of home) await press(terminal, key);
				const minute = (performance.now() - start) / 60_000;
				const pid = terminal.pid();
				const taken = pid === undefined ? undefined : await sampler.take(pid, minute);
				if (taken) samples.push(taken);
				else if (!terminal.hasEnded())
					failures.push(
						`no answer for ${answerMs / 1000} s at minute ${minute.toFixed(1)}, state ${terminal.state()}`,
					);
				if (taken) print(`${front} ${JSON.stringify(taken)}`);
			}
		}
		if (terminal.hasEnded() && performance.now() < endsAt)
			failures.push(`ended early:\n${terminal.screen()}`);
	} catch (error) {
		failures.push(error instanceof Error ? error.message : String(error));
	} finally {
		load.stop();
		await faults.end();
	}
	failures.push(...(await endProgram(terminal, () => quit(terminal, front))));
	await service.close().catch((bug: unknown) => failures.push(`the service: ${String(bug)}`));
	const file = path.join(folder, 'state/journal.db');
	const {integrity, mb} = existsSync(file) ? checkJournal(file) : {integrity: 'missing', mb: 0};
	if (integrity !== 'ok') failures.push(`journal: ${integrity}`);
	if (mb > maxJournalMb) failures.push(`journal of ${mb} MB`);
	rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
	const verdict = judgeSamples(samples);
	return {
		tried: keys,
		failures: [...failures, ...verdict.failures].map(failure => `${front}: ${failure}`),
		[front]: `${verdict.figures}; ${faults.count()} faults, ${load.sent()} messages, journal of ${mb} MB`,
	};
}

async function press(terminal: Terminal, key: string): Promise<void> {
	if (!terminal.hasEnded()) terminal.write(key);
	await sleep(homeMs);
}

async function quit(terminal: Terminal, front: 'tui' | 'line'): Promise<void> {
	await sleep(4000);
	// Ctrl-C first leaves a question, cancels the queued commands, then stops waiting.
	const keys =
		front === 'line'
			? Array.from({length: 8}, () => '\x03')
			: ['\x1b', '\x15', '\x1b', '\x1b', '1', 'q', 'q', '\x03', '\x03'];
	for (const key of keys) {
		if (terminal.hasEnded()) return;
		terminal.write(key);
		await sleep(700);
	}
}
