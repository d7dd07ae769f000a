import {clockText, formatDuration} from '../../lib/ago.ts';
import {plural} from '../../lib/plural.ts';
import {unreadCount} from '../../app/servers/unread-servers.ts';
import {isOpen} from '../../app/jobs/jobs-state.ts';
import {timeModes} from '../../app/kernel/view-state.ts';
import {isRunning} from '../../app/watch/watches.ts';
import type {CommandGroup} from './command.ts';
import type {FeedMode, LineSession} from '../session.ts';
import {feedLine, summary} from '../fleet-announcements.ts';
import {ageOf} from './servers.ts';
import {quit as quitSession} from '../../app/quit.ts';
import {markedServers} from '../../app/servers/selection.ts';
import {runCommand} from '../run-command.ts';

/** Ends the session; where that would leave something undone, it says so, and the next one ends it all the same. */
export function quit(session: LineSession): void {
	session.isLeaving = !quitSession(session.services, session.isLeaving);
}

const modes: Record<FeedMode, string> = {
	on: 'what others do on what lines go to, and every change of state',
	all: 'what others do on every server, and every change of state',
	mine: 'your own commands, and every change of state',
	off: 'your own commands alone',
};

const modeNames = ['on', 'off', 'all', 'mine'] as const;

function feed({services, print, feed}: LineSession, rest: string): void {
	const mode = modeNames.find(name => name === rest);
	if (rest !== '' && !mode) {
		print('PROBLEM :feed takes on, off, all or mine.');
		return;
	}
	if (mode) feed.mode = mode;
	const state = services.store.getState();
	print(`${feedLine(state, state.view.time === 'utc')}. Told is ${modes[feed.mode]}.`);
}

/** What stands in the header of the deck. */
function status({services, print}: LineSession): void {
	const {store, clock, settings} = services;
	const state = store.getState();
	const now = clock.now();
	const {profile, readOnly, version} = settings;
	const {team} = state.access;
	const unread = unreadCount(state);
	const jobs = state.jobs.filter(isOpen).length;
	const watches = state.watches.filter(isRunning).length;
	print(
		`rcondeck ${version}, profile ${profile.label}${profile.isDemo ? ', a simulated fleet' : ''}, team ${team?.name ?? team?.id ?? 'not known'}, ${readOnly ? 'read-only' : 'may act'}`,
		`${summary(state)}, ${ageOf(state, now)}`,
		feedLine(state, state.view.time === 'utc'),
		`${plural(markedServers(state).size, 'marked server')}, ${plural(jobs, 'job')} under way, ${plural(watches, 'watch', 'watches')} running`,
		unread > 0 ? `UNREAD lines on ${plural(unread, 'server')}; :next unread goes there` : [],
		state.holds.map(
			({text, until}) => `HELD ${text}, it is sent in ${formatDuration(until - now, 'spoken')}`,
		),
		state.transcript ? `RECORDING ${state.transcript.path}` : [],
	);
}

const modeWords = {clock: 'by the clock', utc: 'in UTC', relative: 'as ages'} as const;

function time({services, print}: LineSession, mode: string): void {
	const {store, clock} = services;
	const wanted = timeModes.find(name => name === mode);
	if (mode !== '' && !wanted) {
		print('PROBLEM :time takes clock, utc or relative.');
		return;
	}
	if (wanted) store.dispatch({type: 'view/changed', change: {time: wanted}});
	const now = clock.now();
	const {time} = store.getState().view;
	print(`It is ${clockText(now, false)}, ${clockText(now, true)} in UTC. Times are told ${modeWords[time]}.`);
}

/** The deck itself. */
export const sessionCommands: CommandGroup = {
	title: 'This deck',
	commands: [
		{
			name: 'status',
			takes: '',
			help: 'Tells the profile, how many servers are up, how old the list is, the feed, and what is under way here.',
			run: status,
		},
		{
			name: 'feed',
			takes: '[on, off, all or mine]',
			help: 'Says how the feed is, or chooses what is told of it.',
			completes: () => modeNames,
			does: ['console.source'],
			run: feed,
		},
		{
			name: 'time',
			takes: '[clock, utc or relative]',
			help: 'Tells the time, or chooses how times are told.',
			completes: () => timeModes,
			does: ['view.time'],
			run: time,
		},
		{
			name: 'refresh',
			takes: '',
			help: 'Reads the list anew at once, and dials the feed again if it is away.',
			does: ['app.refresh'],
			run: session => runCommand(session, 'app.refresh'),
		},
		{name: 'quit', also: ['exit'], takes: '', help: 'Ends the session.', does: ['app.quit'], run: quit},
	],
};
