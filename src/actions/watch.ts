import type {GameServer} from '../contract/models/server.ts';
import {plural} from '../lib/plural.ts';
import {linearPattern} from '../lib/linear-pattern.ts';
import {key, message, type Message} from '../messages/text.ts';
import {action, type Problem} from './action.ts';
import {expandAlias} from './aliases.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext, ActionSettings} from './context.ts';
import {dangerInAny} from './danger.ts';
import {quoted, whole, yesNo} from './fields.ts';
import {FieldProblem, type Field} from './field.ts';
import {gameWords} from './games.ts';
import {nameOf} from './names.ts';
import {rconRequest} from './request.ts';

/** Each run is seen by the whole team on its feed: none goes on unattended for longer. */
export const maxWatchMs = 30 * 60_000;

const defaultBudget = 600;

/** Lines that were sent to the server and may be watched, the newest first; without any the game's harmless one. */
function suggestions({server, known, settings}: ActionContext): string[] {
	const sent = known.sentTo(server.id).toReversed();
	const probe = gameWords(server.gameType)?.probe;
	const allowed = sent.filter(text => watchProblem([server], text, settings) === undefined);
	return [...new Set([...allowed.slice(0, 20), ...(probe === undefined ? [] : [probe])])];
}

/** Why this cannot be watched on these servers. */
function watchProblem(
	servers: readonly GameServer[],
	typed: string,
	{aliases, dangerous}: Pick<ActionSettings, 'aliases' | 'dangerous'>,
): Problem | undefined {
	if (typed.startsWith('&')) return 'A watch waits for its answers: leave the & out.';
	const expanded = expandAlias(typed, aliases);
	if ('problem' in expanded) return expanded.problem;
	const games = servers.map(({gameType}) => gameType);
	const danger = dangerInAny([expanded.text], games, dangerous);
	if (danger === undefined) return undefined;
	return {text: `What looks destructive cannot be watched. ${danger}`, kind: 'refused'};
}

const commandField: Field<string> = {
	kind: 'line',
	label: 'Command',
	hint: 'what is run again and again',
	position: {rest: 'COMMAND', help: 'what the game runs'},
	read: text => {
		if (text.trim() === '') throw new FieldProblem('Nothing to watch: type a command.');
		return text;
	},
	write: (text, {settings}) => {
		const expanded = expandAlias(text, settings.aliases);
		return 'text' in expanded ? expanded.text : text;
	},
	initial: context => suggestions(context)[0] ?? '',
	offers: suggestions,
};

const secondsField: Field<number> = {
	...whole('Every', 'seconds, 10 or more; empty means 30', {least: 10, most: 600, empty: 30}),
	position: {option: '--every <seconds>', help: 'interval in seconds, from 10 to 600'},
};

const untilField: Field<string | undefined> = {
	kind: 'line',
	label: 'Until',
	usual: 'none',
	hint: 'ends when the answer has this: words or a pattern; empty: none',
	position: {
		option: '--until <pattern>',
		help: 'end when the answer matches: words or a regular expression',
	},
	read: text => {
		const typed = text.trim();
		if (typed === '') return undefined;
		const matcher = linearPattern(typed);
		if (typeof matcher !== 'string') return typed;
		throw new FieldProblem(
			`${quoted(typed)} is no pattern: ${matcher}. Type words, or for example ready|online.`,
		);
	},
};

const budgetField: Field<number> = {
	...whole('At most', `commands that are sent; empty means ${defaultBudget}`, {
		least: 1,
		most: 5000,
		empty: defaultBudget,
	}),
	position: {option: '--budget <n>', help: 'most commands to send; it ends after 30 minutes in any case'},
	write: budget => (budget === defaultBudget ? undefined : String(budget)),
};

/** A command every so many seconds, with what changes marked. */
export const watch = action({
	id: 'watch',
	target: 'server',
	verb: 'Watch',
	command: {
		words: ['watch'],
		description: 'Run an RCON command at an interval, until interrupted or for 30 minutes',
		needsNoConsent: true,
	},
	permission: 'MANAGE_SERVERS',
	title: ({server, servers}) =>
		`Watch a command on ${servers.length > 1 ? plural(servers.length, 'server') : nameOf(server)}`,
	fields: {
		command: commandField,
		seconds: secondsField,
		until: untilField,
		bell: yesNo('Bell', 'rings', 'never', 'when something changes, and at the end'),
		budget: budgetField,
	},
	problems: ({command: typed, budget}, {servers, settings}) => ({
		command: watchProblem(servers, typed, settings),
		budget:
			budget < servers.length
				? `One run on ${plural(servers.length, 'server')} sends more than that.`
				: undefined,
	}),
	plan: ({command: typed, seconds, until, bell, budget}, {servers, known, settings}) => {
		const expanded = expandAlias(typed, settings.aliases);
		const text = 'text' in expanded ? expanded.text : typed;
		const runs = Math.min(Math.floor(maxWatchMs / (1000 * seconds)), Math.floor(budget / servers.length));
		const minutes = Math.max(1, Math.round((runs * seconds) / 60));
		const effect: Message[] = [
			`Every ${seconds} s, each time one after another on a node, after all that is typed here.`,
			message`Ends by itself after about ${minutes} min (30 min, or ${budget} commands); ${key('jobs.open')} shows it, ${key('jobs.abort')} ends it there.`,
			...(until === undefined
				? []
				: [`Ends when ${servers.length > 1 ? 'every' : 'the'} answer has /${until}/.`]),
			'Everybody in the team sees each run on the feed.',
		];
		return {
			requests: servers.map(({id}) => rconRequest(id, text, settings.awaitMs)),
			watch: {servers, command: text, everyMs: 1000 * seconds, stopWhen: until, bell, budget},
			targets: serverWords(
				known.servers,
				servers.map(({id}) => id),
			),
			...(servers.length > 1 && {commandLine: undefined}),
			effect,
			risk: 'review',
			onlyLooks: true,
			summary: `Watch ${text}`,
			input: {command: text, seconds},
			next: message`${key('jobs.open')} shows it.`,
		};
	},
});
