import {formatDuration} from '../lib/time/ago.ts';
import {plural} from '../lib/text/plural.ts';
import {serverMessages} from './server-list.ts';
import {ageText, gap, joinMessages, key, message, type Message} from './text.ts';
import type {CommandId} from './key-words.ts';
import {writeDuration} from '../lib/time/duration.ts';

type EditFooter = {hasDocument: boolean; hasPresets: boolean; localVerb: string | undefined};

/** The dialog of an action, and its outcome. */
export const dialogMessages = {
	steps: {edit: 'step 1 of 2', review: 'step 2 of 2', sending: 'sending'},
	/** `localVerb`: the verb of an action that runs locally without sending anything. */
	editFooter: ({hasDocument, hasPresets, localVerb}: EditFooter): Message =>
		joinMessages(
			[
				hasDocument ? message`${key('dialog.edit')} editor` : undefined,
				message`${key('dialog.enter')} ${localVerb ?? 'review'}`,
				message`${key('dialog.next')} next field`,
				hasPresets ? message`${key('dialog.right')} next preset` : undefined,
				message`${key('dialog.leave')} close`,
			],
			'   ',
		),
	problemCount: (count: number) => plural(count, 'problem'),
	listFull: (count: number) => `No more than ${count} lines fit here.`,
	noList: 'This field is not part of a list.',
	reviewFooter: message`${key('dialog.next')} next   ${key('dialog.enter')} select   ${key('dialog.leave')} close`,
	/** `count`: the number of suggestions. */
	hintWithOffers: (hint: Message, count: number): Message =>
		message`${hint}; ${key('dialog.offer')} suggests (${count})`,
	problemOf: (label: string, problem: Message): Message => message`${label}: ${problem}`,
	noAnswerYet: 'Sent; waiting for the service to answer.',
	readingServer: 'Refreshing the server. Wait a moment.',
	/** Below the prompt that names the text to type. */
	notConfirmed: (typed: string) =>
		typed === ''
			? 'Type the confirmation first.'
			: `${quoteTyped(typed)} does not match. Type it exactly as shown.`,
	/** `isCount`: the word is the number of servers. */
	confirmPrompt: (word: string, isCount = false) =>
		`Type ${word} to confirm${isCount ? ' (the number of servers)' : ''}:`,
	changed: 'Something changed while this was open.',
	changedSeen: (changes: string): Message =>
		message`Changed: ${changes}. Nothing was sent. Press ${key('dialog.enter')} again to continue.`,
	cannotBeSent: 'Fix the highlighted fields first.',
	nothingOffered: 'There are no suggestions for this field.',
	noDocument: 'This dialog has no field for an editor.',
	noSuchPath: 'No matching files.',
	/** `more`: the number of paths that are not shown. */
	paths: (names: readonly string[], more: number) =>
		`${names.join('  ')}${more > 0 ? ` and ${more} more` : ''}`,
	doNothing: 'Do nothing',
	/** The button after the action was sent. */
	verbSent: (verb: string) => `${verb} sent…`,
	/** Actions offered after a refusal. */
	offers: {
		forceStop: 'Force stop',
		cancelOther: 'Cancel the scheduled action',
		start: 'Start it',
		restart: 'Restart it',
		stop: 'Stop it',
	},
	failed: (verb: string, failure: string, mayHaveRun: boolean) =>
		`${verb}: ${failure}${mayHaveRun ? ' It may have run.' : ''}`,
	undoWindowOver: (action: string) => `${action}: sent, waiting for the service to answer.`,
	nothingSent: (title: string) => `${title}: nothing was sent.`,
	pressAgainToDiscard: message`Press ${key('dialog.leave')} again to discard what you typed.`,
	undone: (action: string) => `Undone: ${action}. Nothing was sent.`,
};

/** What is typed to confirm an action. */
export const confirmWordMessages = {
	nameOrCode: (name: string, code: string) => `${name} or ${code}`,
};

/** The review of an action before it is sent. */
export const reviewMessages = {
	labels: {
		target: 'Target',
		problems: 'Problems',
		requests: 'Request',
		effect: 'Effect',
		undo: 'Undo',
		commandLine: 'CLI',
		now: 'Now',
		recent: 'Recent',
	},
	undoWindow: (seconds: number): Message =>
		message`Waits ${seconds}s before it is sent; ${key('view.undo')} undoes it.`,
	team: (team: string | undefined, profile: string) => `${team ?? 'unknown team'} [${profile}]`,
	target: (target: string, team: string): Message => joinMessages([target, team], gap),
	server: (name: string, gameType: string | undefined, node: string | undefined) => {
		const where = [gameType, node && `node ${node}`].filter(Boolean).join(', ');
		return `${name}${where ? ` (${where})` : ''}`;
	},
	/** `actsOn`: the number of affected servers, if not all. */
	servers: (count: number, actsOn: number | undefined) =>
		`${actsOn === undefined ? '' : `${actsOn} of `}${count} servers`,
	neverRead: 'never loaded',
	age: (seconds: number) => `${seconds}s old`,
	readingFailed: (facts: string, age: string, failure: string) =>
		`${facts} (${age}; refresh failed: ${failure})`,
	readJustNow: (facts: string): Message => joinMessages([facts, 'updated just now'], gap),
	readAgo: (facts: string, age: string): Message => joinMessages([facts, `updated ${age} ago`], gap),
	stateChanged: (from: string | undefined, to: string | undefined) =>
		`${from ?? serverMessages.noState} -> ${to ?? serverMessages.noState}`,
	playersCame: (count: number | undefined) =>
		count === undefined ? 'the number of players is no longer known' : `${plural(count, 'player')} joined`,
	/** `before`, `now`: the node, if it was or is offline. */
	nodeChanged: (before: string | undefined, now: string | undefined) =>
		now === undefined ? `node ${before ?? ''} is back` : `node ${now} went down`,
	/** `before`, `now`: the scheduled action, if there was or is one. */
	scheduleChanged: (before: string | undefined, now: string | undefined) => {
		if (now === undefined) return `the ${before ?? 'action'} is no longer scheduled`;
		return `${before === undefined ? 'a' : 'another'} ${now} was scheduled`;
	},
	changedSince: (change: string) => `Changed while this was open: ${change}`,
	readingAgain: (facts: string): Message => joinMessages([facts, 'refreshing…'], gap),
	/** `part`: how many of several servers are on the node. */
	nodeAway: (node: string, status: string, age: string, part: {here: number; total: number} | undefined) =>
		`Node ${node} is ${status} (${age}). ${part === undefined ? 'The action' : `${part.here} of ${part.total} actions`} will not run now.`,
	stateAndPlayers: (state: string | undefined, players: string) =>
		`${state ?? serverMessages.noState}, ${players}`,
	/** `states`: the number of servers in each state. */
	statesAndPlayers: (states: readonly (readonly [state: string, count: number])[], players: string) =>
		`${states.map(([state, count]) => `${count} ${state}`).join(', ')}; ${players}`,
	recentOn: (server: string, text: string) => `${server}: ${text}`,
	more: (count: number) => `and ${count} more`,
	moreRequests: (count: number, atOnce = 1) =>
		`and ${count} more like it, ${atOnce > 1 ? `up to ${atOnce} at once` : 'one after another'}`,
	commandByOther: (command: string, ageMs: number) => `Someone else ran "${command}" here ${ageText(ageMs)}.`,
	stateByOther: (state: string | undefined, ageMs: number) =>
		`Changed to ${state ?? 'an unknown state'} ${ageText(ageMs)}, but not by this session.`,
};

/** Hidden parts of a dialog that does not fit. */
export const formMessages = {
	rowsAbove: (count: number, pageUp: Message): Message =>
		message`\u2026 ${plural(count, 'row')} above: ${pageUp}`,
	rowsBelow: (count: number, pageDown: Message): Message =>
		message`\u2026 ${plural(count, 'row')} below: ${pageDown}`,
	moreCharacters: (count: number) => `… ${count} more characters`,
};

/** Jobs and watches. */
export const jobsDialogMessages = {
	title: (count: number) => `Jobs ${count}`,
	none: message`No jobs: select servers with ${key('list.select')}, then ${key('servers.start')}, ${key('servers.stop')}, ${key('servers.restart')} or ${key('servers.broadcast')}; ${key('watch.start')} watches a command.`,
	watchKeys: (isRunning: boolean, isPaused: boolean): Message[] => [
		...(isRunning
			? [message`${key('jobs.pause')} ${isPaused ? 'resume' : 'pause'}`, message`${key('jobs.abort')} end`]
			: []),
		key('jobs.pageDown'),
	],
	/** `sentence`: of a scheduled stop or restart. */
	due: (server: string, sentence: Message): Message => message`${server}: ${sentence}`,
	moreDue: (count: number) => `… and ${count} more scheduled`,
	keyFor: (id: CommandId, word: string): Message => message`${key(id)} ${word}`,
	/** `command`: the command line for the remaining work. */
	rest: (command: string) => `To send the rest: ${command}`,
	rowsBelow: (count: number): Message => message`${count} more rows, ${key('jobs.pageDown')}`,
	/** `leftMs`: how much longer it takes, if known. */
	started: (progress: string, ageMs: number, leftMs?: number) =>
		`${progress}  started ${ageText(ageMs)}${leftMs === undefined ? '' : `, about ${formatDuration(leftMs)} left`}`,
	next: (server: string) => `, next ${server}`,
	/** `reason`: why the job waits. */
	waits: (reason: string): Message =>
		message`${reason}; ${key('jobs.pause')} resumes the rest, ${key('jobs.abort')} aborts it`,
	/** After the problem of a server. */
	stateNow: (state: string) => `; now ${state}`,
	moreSteps: (count: number) => `and ${count} more`,
};

/** A watch among the jobs. */
export const watchRowMessages = {
	/** `every`: its interval. */
	title: (command: string, every: string) => `Watch ${command} ${every}`,
	changes: (count: number) => `changes ${count}`,
	/** `server`: the name of the only server. */
	on: (servers: number, server: string | undefined, state: string) =>
		`on ${servers > 1 ? `${servers} servers` : (server ?? 'no server')}: ${state}`,
	ago: (ageMs: number) => ageText(ageMs),
	changedAgo: (ageMs: number) => `changed ${ageText(ageMs)}`,
	noAnswerYet: 'no answer yet',
	unchangedLines: (count: number) => `… ${plural(count, 'unchanged line')}`,
	noOutput: '(no output)',
};

export const menuMessages = {
	keys: message`letter or ${key('menu.choose')}, ${key('menu.leave')}`,
};

export const paletteMessages = {
	placeholder: 'Type part of a command, server, node or player',
	nothingFits: message`no match  ${key('palette.leave')} close`,
};

/** A message as players see it. */
export const messagePreviewMessages = {
	label: 'Players see',
	atMinutesLeft: (minutes: number, text: string) => `${minutesText(minutes)} left: ${text}`,
	/** `repeats`: it may be repeated; `isSingular`: one line has `1 minute`. */
	note: (repeats: boolean, isSingular: boolean) =>
		[
			...(repeats ? ['The node may repeat it'] : []),
			...(isSingular ? ['some nodes write "1 minutes"'] : []),
		].join('; '),
	inForm: (text: string) => `The service may replace {minutes}: ${text}`,
	mayReplace: 'The service may replace {minutes}',
	warning: 'Warning',
	lettersLost: (letters: readonly string[], shown: string) =>
		`The game may show ${letters.join(' ')} as ?: "${shown}"`,
};

const shortened = (typed: string, maxLength: number): string =>
	typed.length > maxLength ? `${typed.slice(0, maxLength - 1).toWellFormed()}…` : typed;

/** Quotes typed text in the message of a problem. */
export const quoteTyped = (typed: string): string => `"${shortened(typed, 40)}"`;

/** For example `10m`, `2h`: a delay as the service accepts it. */
export const minutesText = (minutes: number): string => writeDuration(minutes * 60_000);

/** Texts shared by fields of several actions. */
export const fieldMessages = {
	emptyIsNow: 'now',
	/** Units after a field, in the singular. */
	server: 'server',
	command: 'command',
	notDuration: (typed: string) => `Invalid duration ${quoteTyped(typed)}. Use 90s, 10m, 2h or 3d.`,
	/** The service counts a delay in minutes, other durations are seconds without a unit. */
	needsUnit: (count: string) =>
		`Unit missing after ${quoteTyped(count)}. Use ${shortened(count, 20)}m for minutes or ${shortened(count, 20)}s for seconds.`,
	notWhole: (typed: string, units: string) =>
		`Invalid duration ${quoteTyped(typed)}. Use a whole number of ${units}.`,
	/** `min`: undefined if there is none. */
	outOfRange: (typed: string, min: string | undefined, max: string) =>
		`${quoteTyped(typed)} is out of range. Use ${min === undefined ? 'at most' : `${min} to`} ${max}.`,
	notWholeNumber: (typed: string, min: number, max: number) =>
		`Invalid number ${quoteTyped(typed)}. Use ${min} to ${max}.`,
	tooLong: (length: number, max: number) => `Too long: ${length} characters, at most ${max} can be sent.`,
	/** `reason`: a predicate from the contract. */
	refusedValue: (reason: string) => `It ${reason}.`,
	notSent: (field: string, reason: string) => `Not sent: the field ${field} ${reason}.`,
	refusedField: (field: string, reason: string) => `The field ${field} ${reason}.`,
};

/** Keys that arrived too soon to refer to what is on screen. */
export const typingMessages = {
	/** `reason`: why nothing could accept the keys. */
	ignored: (reason: Message = 'Pause, then type again.') =>
		message`Keys typed too soon were ignored. ${reason}`,
	notConfirmed: message`Too fast. Press ${key('dialog.enter')} again.`,
	held: message`${key('dialog.enter')} is held down and confirms nothing. Release it, then press it again.`,
};
