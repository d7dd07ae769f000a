import {durationPattern} from '../../lib/duration.ts';
import type {Job} from '../../actions/job.ts';
import {tableOf} from '../../lib/maps.ts';
import {usefulKeys} from '../../app/jobs/job-repair-commands.ts';
import {isOpen} from '../../app/jobs/jobs-state.ts';
import type {State} from '../../app/state.ts';
import {isRunning} from '../../app/watch/watches.ts';
import {allWork, type Work} from '../../app/jobs/job-rows.ts';
import type {CommandGroup} from './command.ts';
import type {LineSession} from '../session.ts';
import {serversOf} from '../named-servers.ts';
import {workLine, workLines} from '../job-text.ts';
import {printMatches, printLog} from './log.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import {onServers, runCommand} from '../run-command.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {lineWorkMessages} from '../../messages/line-mode-work.ts';

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

const jobWords = ['pause', 'go', 'abort', 'start', 'retry', 'skip', 'undo', 'acknowledge'];

const jobCommands = tableOf<CommandId>({
	pause: 'jobs.pause',
	go: 'jobs.pause',
	abort: 'jobs.abort',
	start: 'jobs.startSet',
	retry: 'jobs.retry',
	skip: 'jobs.skip',
	undo: 'jobs.undo',
	acknowledge: 'jobs.acknowledge',
});

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
	const [, what, number, stray = ''] =
		/^(pause|go|abort|start|retry|skip|undo|acknowledge)?\b\s*(\d+)?\s*(.*)$/s.exec(
			rest.replace(/^go on\b/, 'go'),
		) ?? [];
	if (stray !== '') {
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
	else if (what === 'go' && target.kind === 'job' && target.job.status === 'running')
		print(lineWorkMessages.alreadyRunning);
	else if (what === 'pause' && target.kind === 'job' && target.job.status === 'paused')
		print(lineWorkMessages.alreadyPaused);
	else {
		const id = jobCommands.get(what);
		if (id) await runCommand(session, id, {targets: {work: target.id}});
	}
}

function canApply(state: State, work: Work, what: string | undefined): boolean {
	if (work.kind === 'watch') return what === 'abort' && isRunning(work.watch);
	const id = jobCommands.get(what ?? '');
	return isOpen(work.job)
		? !repairs.has(what) || isUseful(state, work.job, id)
		: isUseful(state, work.job, id);
}

const isUseful = (state: State, job: Job, id: CommandId | undefined) =>
	usefulKeys(state, job).some(key => key.id === id);

const repairs: ReadonlySet<string | undefined> = new Set(['start', 'retry', 'skip', 'undo', 'acknowledge']);

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
			...lineCommandMessages.watch,
			replaces: ['watch.start'],
			run: watch,
		},
		{
			name: 'jobs',
			aliases: ['waves'],
			...lineCommandMessages.jobs,
			completes: () => jobWords,
			replaces: [
				'jobs.open',
				'jobs.pause',
				'jobs.abort',
				'jobs.startSet',
				'jobs.retry',
				'jobs.skip',
				'jobs.undo',
				'jobs.acknowledge',
				'timeline.pause',
				'timeline.abort',
			],
			run: jobs,
		},
	],
};
