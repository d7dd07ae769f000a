import type {GameServer} from '../contract/models/server.ts';
import {linearPattern} from '../lib/text/linear-pattern.ts';
import {fieldMessages} from '../messages/dialogs.ts';
import {patternProblemText} from '../messages/server-list.ts';
import type {Message} from '../messages/text.ts';
import {watchMessages as messages} from '../messages/watch.ts';
import {action, type Problem} from './action.ts';
import {expandAlias, withoutAlias} from './aliases.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext, ActionSettings} from './context.ts';
import {commandField, durationField, wholeNumberField, yesNoField} from './fields.ts';
import {FieldProblem, type Field} from './field.ts';
import {findGame} from '../games/games.ts';
import {nameOf} from './names.ts';
import {readRconLine} from './rcon-line.ts';
import {rconRequest} from './request.ts';

/** The whole team sees each run on its feed, so no watch runs unattended for longer. */
export const maxWatchMs = 30 * 60_000;

const defaultBudget = 600;

/** Returns watchable lines sent to the server, newest first, then the game's harmless command. */
function suggestions({server, known, settings}: ActionContext): string[] {
	const sent = known.sentTo(server.id).toReversed();
	const probe = findGame(server.gameType)?.probe;
	const allowed = sent.filter(text => watchProblem([server], text, settings) === undefined);
	return [...new Set([...allowed.slice(0, 20), ...(probe === undefined ? [] : [probe])])];
}

/** Returns why this line cannot be watched on these servers. */
function watchProblem(
	servers: readonly GameServer[],
	typed: string,
	settings: Pick<ActionSettings, 'aliases' | 'dangerous'>,
): Problem | undefined {
	if (typed.startsWith('&')) return messages.command.notAwaited;
	const line = readRconLine(typed, servers, settings);
	if ('problem' in line) return line.problem;
	const reason = line.confirmation?.reason;
	if (reason === undefined) return undefined;
	return {text: messages.command.destructive(reason), kind: 'refused'};
}

const watchedCommandField: Field<string> = {
	...commandField(messages.command),
	write: (text, {settings}) => withoutAlias(text, settings.aliases),
	initial: context => suggestions(context)[0] ?? '',
	offers: suggestions,
};

/** Seconds. */
const intervalField: Field<number> = {
	...durationField(messages.interval.label, messages.interval.hint, {
		unit: 's',
		min: 10,
		max: 600,
		empty: 30,
	}),
	position: {option: '--every <duration>', help: messages.interval.help},
};

const untilField: Field<string | undefined> = {
	kind: 'line',
	label: messages.until.label,
	usual: messages.until.emptyIsNone,
	hint: messages.until.hint,
	position: {
		option: '--stop-when <pattern>',
		help: messages.until.help,
	},
	read: text => {
		const typed = text.trim();
		if (typed === '') return undefined;
		const matcher = linearPattern(typed);
		if (!('problem' in matcher)) return typed;
		throw new FieldProblem(messages.until.noPattern(typed, patternProblemText(matcher)));
	},
};

const budgetField: Field<number> = {
	...wholeNumberField(messages.budget.label, messages.budget.hint(defaultBudget), {
		min: 1,
		max: 5000,
		empty: defaultBudget,
		unit: fieldMessages.command,
	}),
	position: {option: '--budget <n>', help: messages.budget.help},
	write: budget => (budget === defaultBudget ? undefined : String(budget)),
};

/** Repeats a command every few seconds and highlights changes. */
export const watch = action({
	id: 'watch',
	target: 'server',
	command: {needsNoConsent: true},
	permission: 'MANAGE_SERVERS',
	title: ({server, servers}) =>
		servers.length > 1 ? messages.titleForSeveral(servers.length) : messages.title(nameOf(server)),
	fields: {
		command: watchedCommandField,
		interval: intervalField,
		until: untilField,
		bell: yesNoField(messages.bell.label, messages.bell.hint, messages.bell.no, messages.bell.yes),
		budget: budgetField,
	},
	problems: ({command: typed, budget}, {servers, settings}) => ({
		command: watchProblem(servers, typed, settings),
		budget: budget < servers.length ? messages.budget.tooSmall(servers.length) : undefined,
	}),
	plan: ({command: typed, interval: seconds, until, bell, budget}, {servers, known, settings}) => {
		const expanded = expandAlias(typed, settings.aliases);
		const text = 'text' in expanded ? expanded.text : typed;
		const runs = Math.min(Math.floor(maxWatchMs / (1000 * seconds)), Math.floor(budget / servers.length));
		const minutes = Math.max(1, Math.round((runs * seconds) / 60));
		const effect: Message[] = [
			messages.pace(seconds),
			messages.endsAfter(minutes, budget),
			...(until === undefined ? [] : [messages.endsWhen(servers.length, until)]),
			messages.seenByTeam,
		];
		return {
			requests: servers.map(({id}) => rconRequest(id, text, settings.awaitMs)),
			watch: {servers, command: text, everyMs: 1000 * seconds, stopWhen: until, bell, budget},
			targets: () =>
				serverWords(
					known.servers,
					servers.map(({id}) => id),
				),
			...(servers.length > 1 && {commandLine: () => undefined}),
			effect,
			risk: 'review',
			onlyLooks: true,
			summary: messages.summary(text),
			input: {command: text, seconds},
			next: messages.shownInJobs,
		};
	},
});
