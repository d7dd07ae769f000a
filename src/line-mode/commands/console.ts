import {durationPattern} from '../../lib/time/duration.ts';
import type {Job} from '../../contract/models/job.ts';
import {tableOf} from '../../lib/json/maps.ts';
import {gateSteps} from '../../app/jobs/gates.ts';
import {usefulKeys} from '../../app/jobs/job-repair-commands.ts';
import {openSteps} from '../../app/jobs/job-report.ts';
import {isOpen} from '../../app/jobs/jobs-state.ts';
import type {State} from '../../app/state.ts';
import {isActive, isRunning} from '../../app/watch/watches.ts';
import {allWork, type Work} from '../../app/jobs/jobs-view.ts';
import type {CommandGroup} from './command.ts';
import type {LineSession} from '../session.ts';
import {serversOf} from '../named-servers.ts';
import {workLine, workLines} from '../texts.ts';
import {printMatches, printLog} from './log.ts';
import type {CommandId} from '../../messages/key-words.ts';
import {onServers, runCommand} from '../run-command.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {lineWorkMessages} from '../../messages/line-mode.ts';
import {watchActionWords} from '../../messages/watch.ts';

/** For example `ListPlayers every 30s until nobody`. */
const watchWords = new RegExp(
	String.raw`^(.*?)(?:\s+every\s+(${durationPattern}))?(?:\s+until\s+(.+))?$`,
	's',
);

/** Starts a watch on the current target; if the command is given, asks only for confirmation. */
async function watch(session: LineSession, rest: string): Promise<void> {
	const servers = serversOf(session, '');
	if (!servers) return;
	const [, command = '', interval = '', until = ''] = watchWords.exec(rest) ?? [];
	const answers = {command, interval, until, bell: 'no', budget: ''};
	await runCommand(session, 'watch.start', {
		targets: onServers(servers),
		...(command !== '' && {answers}),
	});
}

const jobCommands = tableOf<CommandId>({
	pause: 'jobs.pause',
	go: 'jobs.pause',
	abort: 'jobs.abort',
	start: 'jobs.startSet',
	retry: 'jobs.retry',
	back: 'jobs.isBack',
	skip: 'jobs.skip',
	wait: 'jobs.wait',
	undo: 'jobs.undo',
	acknowledge: 'jobs.acknowledge',
});
const jobWords = [...jobCommands.keys()];
const jobQuery = new RegExp(String.raw`^(${jobWords.join('|')})?\b\s*(?:(\d+)(?!\S))?\s*(.*)$`, 's');

/**
Lists jobs and watches, oldest first, with stable numbers. Without a number, a command applies to the newest one
still running.
*/
async function jobs(session: LineSession, rest: string): Promise<void> {
	const {services, print} = session;
	const {store, clock} = services;
	const state = store.getState();
	const known = {fleet: state.fleet, now: clock.now()};
	const work = allWork(state).toReversed();
	const [, what, number, stray = ''] = jobQuery.exec(rest.replace(/^go on\b/, 'go')) ?? [];
	const isOfGate = what !== undefined && gateWords.has(what);
	if (stray !== '' && !isOfGate) {
		print(lineWorkMessages.jobsTakes);
		return;
	}
	const target =
		number === undefined ? work.findLast(one => canApply(state, one, what)) : work[Number(number) - 1];
	if (what === undefined && number === undefined) {
		const lines = work.map((one, index) => workLine(known, one, index + 1));
		print(lines.length > 0 ? lines : [lineWorkMessages.noJobs]);
	} else if (!target)
		print(number === undefined ? lineWorkMessages.noSuchJob : lineWorkMessages.noJobNumber(number));
	else if (what === undefined) print(workLines(known, target, Number(number)));
	else if (
		what === 'go' &&
		(target.kind === 'job' ? target.job.status === 'running' : isActive(target.watch))
	)
		print(lineWorkMessages.alreadyRunning);
	else if (
		what === 'pause' &&
		(target.kind === 'job' ? target.job.status === 'paused' : target.watch.isPaused)
	)
		print(lineWorkMessages.alreadyPaused);
	else {
		const id = jobCommands.get(what);
		const skipsFailed =
			what === 'skip' && stray === '' && target.kind === 'job' && openSteps(state, target.job).length > 0;
		const found =
			isOfGate && !skipsFailed && target.kind === 'job' ? gateNamed(target.job, stray) : {gate: undefined};
		if ('problem' in found) print(found.problem);
		else if (id) await runCommand(session, id, {targets: {work: target.id, gate: found.gate}});
		const changed =
			target.kind === 'watch' ? allWork(store.getState()).find(({id}) => id === target.id) : undefined;
		if (changed?.kind === 'watch' && isRunning(changed.watch))
			print(workLine(known, changed, work.indexOf(target) + 1));
	}
}

/** Words for one of the servers that wait for their gates. */
const gateWords = new Set(['back', 'skip', 'wait']);

/** Returns the server at its gate with this name or a part of it. With several, one must be named. */
function gateNamed(job: Job, name: string): {gate: string | undefined} | {problem: string} {
	const all = gateSteps(job);
	const exact = all.filter(step => step.name === name || step.serverId === name);
	const found =
		exact.length > 0 ? exact : all.filter(step => step.name.toLowerCase().includes(name.toLowerCase()));
	if (found.length === 1) return {gate: found[0]?.serverId};
	if (name === '' && all.length === 0) return {gate: undefined};
	const names = (found.length > 0 ? found : all).map(step => step.name);
	return {problem: lineWorkMessages.whichGate(names)};
}

function canApply(state: State, work: Work, what: string | undefined): boolean {
	if (work.kind === 'watch')
		return isRunning(work.watch) && (what === 'abort' || what === (work.watch.isPaused ? 'go' : 'pause'));
	const id = jobCommands.get(what ?? '');
	return isOpen(work.job) ? !isRepair(what) || isUseful(state, work.job, id) : isUseful(state, work.job, id);
}

const isUseful = (state: State, job: Job, id: CommandId | undefined) =>
	usefulKeys(state, job).some(key => key.id === id);

const isRepair = (what: string | undefined) => what !== undefined && !['pause', 'go', 'abort'].includes(what);

/** Commands for console output and for background jobs. */
export const consoleCommands: CommandGroup = {
	title: lineGroupTitles.console,
	commands: [
		{
			name: 'log',
			...lineCommandMessages.log,
			completes: 'servers',
			replaces: ['console.source', 'results.console'],
			run: printLog,
		},
		{
			name: 'find',
			aliases: ['search'],
			...lineCommandMessages.find,
			replaces: ['console.search'],
			run: printMatches,
		},
		{
			name: 'more',
			...lineCommandMessages.more,
			replaces: ['console.fold'],
			run: session => session.more(),
		},
		{
			name: 'watch',
			...watchActionWords.watch.line,
			replaces: ['watch.start'],
			run: watch,
		},
		{
			name: 'jobs',
			...lineCommandMessages.jobs,
			completes: () => jobWords,
			replaces: [
				'jobs.open',
				'jobs.pause',
				'jobs.abort',
				'jobs.startSet',
				'jobs.retry',
				'jobs.isBack',
				'jobs.skip',
				'jobs.wait',
				'jobs.undo',
				'jobs.acknowledge',
				'timeline.pause',
				'timeline.abort',
			],
			run: jobs,
		},
	],
};
