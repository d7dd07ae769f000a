import {clockText} from '../../lib/ago.ts';
import {unreadCount} from '../../app/console/unread-servers.ts';
import {jobReports} from '../../app/jobs/job-report.ts';
import {isOpen} from '../../app/jobs/jobs-state.ts';
import {timeModes} from '../../app/kernel/view-state.ts';
import {isRunning} from '../../app/watch/watches.ts';
import type {CommandGroup} from './command.ts';
import type {FeedMode, LineSession} from '../session.ts';
import {feedLine, summary} from '../fleet-announcements.ts';
import {ageOf} from './servers.ts';
import {quit as quitSession} from '../../app/quit.ts';
import {noTargets} from '../../app/kernel/targets.ts';
import {runProfileWords} from '../../app/switch-profile.ts';
import {lineQuestionMessages} from '../../messages/line-mode-questions.ts';
import {profileMessages} from '../../messages/profiles.ts';
import {askChoice} from '../choice-question.ts';
import {selectedServers} from '../../app/servers/selection.ts';
import {runCommand} from '../run-command.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {renderMessage} from '../../messages/text.ts';
import {lineSessionMessages} from '../../messages/line-mode.ts';

/** Ends the session. If something would be left undone, warns first; repeating the command quits. */
export function quit(session: LineSession): void {
	session.isLeaving = !quitSession(session.services, session.isLeaving);
}

const modes: Record<FeedMode, string> = {
	on: lineSessionMessages.feedModes.on,
	all: lineSessionMessages.feedModes.all,
	mine: lineSessionMessages.feedModes.mine,
	off: lineSessionMessages.feedModes.off,
	chat: lineSessionMessages.feedModes.chat,
	output: lineSessionMessages.feedModes.output,
};

const modeNames = ['on', 'off', 'all', 'mine', 'chat', 'output'] as const;

function feed({services, print, feed}: LineSession, rest: string): void {
	const mode = modeNames.find(name => name === rest);
	if (rest !== '' && !mode) {
		print(lineSessionMessages.feedTakes);
		return;
	}
	if (mode) feed.mode = mode;
	const state = services.store.getState();
	print(lineSessionMessages.feed(feedLine(state, state.view.time === 'utc'), modes[feed.mode]));
}

/** Prints the content of the TUI's header. */
function status({services, print}: LineSession): void {
	const {store, clock, settings} = services;
	const state = store.getState();
	const now = clock.now();
	const {profile, readOnly, version} = settings;
	const {team} = state.access;
	const unread = unreadCount(state);
	const undone = jobReports.jobLine(state);
	const jobs = state.jobs.filter(isOpen).length;
	const watches = state.watches.filter(isRunning).length;
	print(
		lineSessionMessages.status(version, profile.label, profile.isDemo, team?.name ?? team?.id, readOnly),
		`${summary(state)}, ${ageOf(state, now)}`,
		feedLine(state, state.view.time === 'utc'),
		lineSessionMessages.work(selectedServers(state).size, jobs, watches),
		undone === undefined ? [] : renderMessage(undone, services.frontEnd.segments),
		unread > 0 ? lineSessionMessages.unread(unread) : [],
		state.undoWindow.map(({text, until}) => lineSessionMessages.pendingFor(text, until - now)),
		state.transcript ? lineSessionMessages.recording(state.transcript.path) : [],
	);
}

const modeWords = {
	clock: lineSessionMessages.timeModes.clock,
	utc: lineSessionMessages.timeModes.utc,
	relative: lineSessionMessages.timeModes.relative,
} as const;

function time({services, print}: LineSession, mode: string): void {
	const {store, clock} = services;
	const wanted = timeModes.find(name => name === mode);
	if (mode !== '' && !wanted) {
		print(lineSessionMessages.timeTakes);
		return;
	}
	if (wanted) store.dispatch({type: 'view/changed', change: {time: wanted}});
	const now = clock.now();
	const {time} = store.getState().view;
	print(lineSessionMessages.time(clockText(now, false), clockText(now, true), modeWords[time]));
}

/** Switches to another profile; asks which, if none is named. */
async function profile(session: LineSession, rest: string): Promise<void> {
	const question = runProfileWords(session.services, rest);
	if (question && 'menu' in question) {
		const chosen = await askChoice(session, session.services.menus[question.menu], noTargets);
		if (chosen === 'left') session.print(lineQuestionMessages.nothingChosen);
	}
}

/** Commands for the session itself. */
export const sessionCommands: CommandGroup = {
	title: lineGroupTitles.session,
	commands: [
		{
			name: 'status',
			...lineCommandMessages.status,
			run: status,
		},
		{
			name: 'feed',
			...lineCommandMessages.feed,
			completes: () => modeNames,
			replaces: ['console.source'],
			run: feed,
		},
		{
			name: 'time',
			...lineCommandMessages.time,
			completes: () => timeModes,
			replaces: ['view.time'],
			run: time,
		},
		{
			name: 'refresh',
			...lineCommandMessages.refresh,
			replaces: ['app.refresh'],
			run: session => runCommand(session, 'app.refresh'),
		},
		{
			name: 'profile',
			...profileMessages.line,
			completes: ({view}) => view.profiles.map(({name}) => name),
			run: profile,
		},
		{name: 'quit', aliases: ['exit'], ...lineCommandMessages.quit, replaces: ['app.quit'], run: quit},
	],
};
