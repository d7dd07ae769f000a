import {listRows} from '../servers/list-rows.ts';
import {playersWords} from '../servers/shown-fleet.ts';
import type {FormDialog} from '../kernel/dialogs/dialog-state.ts';
import {consoleInputMessages} from '../../messages/console.ts';
import {dialogMessages, reviewMessages as messages, reviewMessages} from '../../messages/dialogs.ts';
import {serviceNow} from '../kernel/state/access.ts';
import {ageOf} from '../console/read/console-status.ts';
import {type CommandLine, newestOf, noLines} from '../console/record/lines.ts';
import type {State} from '../state.ts';
import {isSelfCaused} from '../kernel/state/self-caused.ts';
import {isFields} from '../../contract/wire-values.ts';
import {isConfirmed, promptedWord} from '../../actions/confirm-word.ts';
import {asksToType, isHeld, playersText} from '../../actions/risk.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {nameOf} from '../../actions/names.ts';
import {actionBlocked} from '../../actions/preconditions.ts';
import type {TextField} from '../kernel/text/text-field.ts';
import {
	checkForm,
	type FilledForm,
	type OpenForm,
	problemLines,
	stopsOf,
	verbBlocked,
	wordToType,
} from './dialog.ts';
import {pendingRows} from '../../actions/pending.ts';
import type {Plan, ReviewRow} from '../../actions/plan.ts';
import type {Checked, FormContext} from '../kernel/dialogs/form.ts';
import {awayFor, nodeOutages} from '../nodes/node-outages.ts';
import {nextStepOf} from './next-step.ts';
import {serverMessages} from '../../messages/server-list.ts';
import type {Message} from '../../messages/text.ts';

/** How recent activity must be to count as still in progress, ms. */
const recentMs = 60_000;
const furthestBack = 50;

/**
Returns who else used a server recently: a command that is not ours, or a state change without an action of
ours. The service does not say who it was.
*/
export function recentActivity({fleet, console, access}: State, serverId: string, now: number): string[] {
	const lines = newestOf(console.get(serverId)?.lines ?? noLines, furthestBack);
	const service = serviceNow(access, console.get(serverId), now);
	const other = lines.findLast(
		(line): line is CommandLine =>
			line.kind === 'command' && line.origin === 'other' && ageOf(line, now, service) <= recentMs,
	);
	const since = fleet.since.get(serverId);
	const server = fleet.servers.get(serverId);
	const isRecentChange = since?.seen === true && now - since.at <= recentMs && !isSelfCaused(fleet, serverId);
	return [
		...(other ? [reviewMessages.commandByOther(other.command, ageOf(other, now, service))] : []),
		...(isRecentChange && server ? [reviewMessages.stateByOther(server.state, now - since.at)] : []),
	];
}

const {labels} = messages;

export type ButtonView = {
	id: Exclude<FormDialog['button'], 'confirm'>;
	label: string;
	focused: boolean;
	blocked: Message | undefined;
	/** It can harm players, data or several servers. */
	isDangerous?: boolean;
};
export type ReviewView = {
	rows: readonly ReviewRow[];
	confirm: {prompt: string; field: TextField; focused: boolean; matches: boolean} | undefined;
	buttons: readonly ButtonView[];
};

/** Length of the undo window, in which `u` cancels an action, ms. */
export const undoWindowMs = 3000;

/** Returns the review: the request, its targets with their current state, and how to confirm it. */
export function reviewOf(open: OpenForm): ReviewView {
	const {dialog, form} = open;
	const checked = checkForm(open);
	const plan = 'plan' in checked ? checked.plan : undefined;
	const offer = nextStepOf({...open, failure: dialog.failure});
	const stops = stopsOf(plan, offer !== undefined);
	const button = stops.includes(dialog.button) ? dialog.button : 'nothing';
	const word = wordToType(open, plan);
	return {
		rows: reviewRows(open, checked),
		confirm:
			word === undefined
				? undefined
				: {
						prompt: dialogMessages.confirmPrompt(promptedWord(word), word.isCount),
						field: dialog.confirm,
						focused: button === 'confirm',
						matches: isConfirmed(dialog.confirm.text, word),
					},
		buttons: [
			{id: 'nothing', label: dialogMessages.doNothing, focused: button === 'nothing', blocked: undefined},
			{
				id: 'verb',
				label: dialog.step === 'sending' ? dialogMessages.verbSent(form.verb) : form.verb,
				focused: button === 'verb',
				blocked: verbBlocked(open, checked),
				isDangerous: plan !== undefined && plan.risk !== 'review',
			},
			...(offer
				? [{id: 'offer' as const, label: offer.label, focused: button === 'offer', blocked: undefined}]
				: []),
		],
	};
}

/** Returns what the user should know before sending. */
export function reviewRows(filled: FilledForm, checked: Checked): readonly ReviewRow[] {
	const plan = 'plan' in checked ? checked.plan : undefined;
	return [
		{label: labels.target, lines: targetLines(filled, plan?.actsOn?.length), tone: 'plain'},
		...rightNow(filled),
		// Which servers it acts on, and when, comes first.
		...(plan?.rolling ? (plan.rows ?? []) : []),
		...pendingRows(filled.about),
		...headsUpRows(filled),
		...(plan ? planRows(plan) : []),
		...('problems' in checked
			? [
					{
						label: labels.problems,
						lines: problemLines(filled.form, checked.problems),
						tone: 'warning' as const,
					},
				]
			: []),
	];
}

function planRows(plan: Plan): ReviewRow[] {
	const commandLine = plan.commandLine();
	return [
		// On a low screen, what follows may be below the rows that are seen at once.
		{label: labels.effect, lines: plan.effect, tone: asksToType(plan.risk) ? 'warning' : 'plain'},
		...(plan.rolling ? [] : (plan.rows ?? [])),
		{
			label: labels.requests,
			lines: requestLines(plan),
			tone: 'plain',
		},
		...(isHeld(plan.risk)
			? [
					{
						label: labels.undo,
						lines: [messages.undoWindow(undoWindowMs / 1000)],
						tone: 'plain' as const,
					},
				]
			: []),
		...(commandLine === undefined
			? []
			: [{label: labels.commandLine, lines: [commandLine], tone: 'plain'} as const]),
	];
}

/** The filter may hide servers that are still selected. */
function targetLines(filled: FilledForm, actsOn: number | undefined): readonly Message[] {
	const {servers, state} = filled.about;
	const {places} = listRows(state);
	const hidden = servers.length > 1 ? servers.filter(({id}) => !places.has(id)).length : 0;
	return [targetOf(filled, actsOn), ...(hidden > 0 ? [consoleInputMessages.target.hidden(hidden)] : [])];
}

/** `actsOn`: the number of servers left if some of the selected ones are skipped. */
function targetOf({form, about}: FilledForm, actsOn: number | undefined): Message {
	const {server, servers, state, settings} = about;
	const team = messages.team(state.access.team?.name ?? state.access.team?.id, settings.profile.label);
	if (form.targetLabel) return messages.target(form.targetLabel(about), team);
	if (servers.length > 1) {
		const some = actsOn !== undefined && actsOn < servers.length ? actsOn : undefined;
		return messages.target(messages.servers(servers.length, some), team);
	}
	return messages.target(messages.server(nameOf(server), server.gameType, server.nodeName), team);
}

/** Returns the state and players as last read, with the age of that reading. */
function rightNow({form, about, fresh, changes}: FilledForm): ReviewRow[] {
	if (about.servers.length === 0) return [];
	const read = about.servers.length > 1 ? summaryOf(about) : factsOf(about);
	if (fresh && 'failure' in fresh) {
		const {at} = about.state.fleet;
		const age = at === undefined ? messages.neverRead : messages.age(Math.round((about.now - at) / 1000));
		const line = messages.readingFailed(read, age, fresh.failure.title);
		return [
			{
				label: labels.now,
				lines: [line, ...changedLines(changes), ...outageLines(about, form)],
				tone: 'warning',
			},
		];
	}
	const readAt = Math.max(about.state.fleet.at ?? 0, about.servers.length > 1 ? 0 : (fresh?.at ?? 0));
	const age = about.now - readAt;
	const updated = age < oldMs ? messages.readJustNow(read) : messages.readAgo(read, formatDuration(age));
	const lines = [fresh ? updated : messages.readingAgain(read), ...changedLines(changes)];
	const away = outageLines(about, form);
	const single = about.servers.length === 1 && form.operation ? form.operation : undefined;
	const blocked = single && actionBlocked(single, about.server);
	return [
		{
			label: labels.now,
			lines: [...lines, ...(blocked === undefined ? [] : [blocked]), ...away],
			tone: blocked === undefined && away.length === 0 && !changes ? 'plain' : 'warning',
		},
	];
}

/** From this age on, the review says how old its facts are, ms. */
const oldMs = 10_000;

const changedLines = (changes: FilledForm['changes']): string[] =>
	(changes?.lines ?? []).map(messages.changedSince);

/** Warns that a lost node cannot carry out the action now. The service renames a server without its node. */
function outageLines({servers, state, now}: FormContext, {id}: FilledForm['form']): string[] {
	if (id === 'rename') return [];
	const ids = new Set(servers.map(server => server.id));
	return nodeOutages(state).flatMap(outage => {
		const here = outage.servers.filter(serverId => ids.has(serverId)).length;
		if (here === 0) return [];
		const part = servers.length > 1 ? {here, total: servers.length} : undefined;
		return messages.nodeAway(outage.node, outage.status, awayFor(outage, now), part);
	});
}

function factsOf({server}: FormContext): string {
	return messages.stateAndPlayers(server.state, playersWords(server));
}

function summaryOf({servers}: FormContext): string {
	const states = Map.groupBy(servers, ({state}) => state ?? serverMessages.noState);
	return messages.statesAndPlayers(
		[...states].map(([state, of]) => [state, of.length]),
		playersText(servers),
	);
}

const maxWarned = 4;

function headsUpRows({about}: FilledForm): ReviewRow[] {
	const {servers, state, now} = about;
	const lines = servers.flatMap(server =>
		recentActivity(state, server.id, now).map(line =>
			servers.length > 1 ? messages.recentOn(nameOf(server), line) : line,
		),
	);
	if (lines.length === 0) return [];
	const more = lines.length > maxWarned ? [messages.more(lines.length - maxWarned)] : [];
	return [{label: labels.recent, lines: [...lines.slice(0, maxWarned), ...more], tone: 'warning'}];
}

const maxRequests = 3;

function requestLines({requests, changes, rolling}: Plan): string[] {
	const shown = requests.length > maxRequests ? 1 : requests.length;
	const lines = requests.slice(0, shown).flatMap(request => {
		const {method, path, body} = request.plain();
		if (body === undefined) return [`${method} ${path}`];
		const isShown = (name: string) => changes?.includes(name) ?? true;
		const fields = JSON.stringify(
			isFields(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => isShown(name))) : body,
		);
		return fields === '{}' ? [`${method} ${path} {}`] : [`${method} ${path}`, fields];
	});
	const more = requests.length - shown;
	return more > 0 ? [...lines, messages.moreRequests(more, rolling?.atOnce)] : lines;
}
