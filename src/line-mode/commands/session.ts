import {cannotChangeServers} from '../../app/team/own-permissions.ts';
import {clockText} from '../../lib/time/ago.ts';
import {unreadCount} from '../../app/console/record/read-positions.ts';
import {jobLine} from '../../app/jobs/job-report.ts';
import {isOpen} from '../../app/jobs/jobs-state.ts';
import {timeModes} from '../../app/kernel/state/view-state.ts';
import {isRunning} from '../../app/watch/watches.ts';
import type {CommandGroup} from './command.ts';
import {feedModes, type LineSession} from '../session.ts';
import {feedLine, summary} from '../fleet-announcements.ts';
import {ageOf} from './servers.ts';
import {quit as quitSession} from '../../app/quit.ts';
import {noTargets} from '../../app/kernel/state/targets.ts';
import {runProfileWords} from '../../app/switch-profile.ts';
import {lineQuestionMessages, lineSessionMessages} from '../../messages/line-mode.ts';
import {profileMessages} from '../../messages/server-settings.ts';
import {askChoice} from '../action-questions.ts';
import {selectedServers} from '../../app/servers/selection.ts';
import {runCommand} from '../run-command.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {renderMessage} from '../../messages/text.ts';

/** Ends the session. If something would be left undone, warns first; repeating the command quits. */
export function quit(session: LineSession): void {
	session.isLeaving = !quitSession(session.services, session.isLeaving);
}

function feed({services, print, feed}: LineSession, rest: string): void {
	const mode = feedModes.find(name => name === rest);
	if (rest !== '' && !mode) {
		print(lineSessionMessages.feedTakes);
		return;
	}
	if (mode) feed.mode = mode;
	const state = services.store.getState();
	print(
		lineSessionMessages.feed(
			feedLine(state, state.view.time === 'utc'),
			lineSessionMessages.feedModes[feed.mode],
		),
	);
}

/** Prints the content of the TUI's header. */
function status({services, print}: LineSession): void {
	const {store, clock, settings} = services;
	const state = store.getState();
	const now = clock.now();
	const {profile, readOnly, applicationId, version} = settings;
	const {team} = state.access;
	const {modes} = lineSessionMessages;
	const isLacking = cannotChangeServers(state.access, applicationId);
	const mode = readOnly ? modes.readOnly : isLacking ? modes.noPermission : modes.readWrite;
	const unread = unreadCount(state);
	const undone = jobLine(state);
	const jobs = state.jobs.filter(isOpen).length;
	const watches = state.watches.filter(isRunning).length;
	print(
		lineSessionMessages.status(version, profile.label, profile.isDemo, team?.name ?? team?.id, mode),
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
			completes: () => feedModes,
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
