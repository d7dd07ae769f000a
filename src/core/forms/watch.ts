import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {linearPattern} from '../../lib/linear-pattern.ts';
import {plural} from '../../lib/plural.ts';
import {FieldProblem, form, type About, type Field} from './form.ts';
import {quoted, whole, yesNo} from './fields.ts';
import {commandLine, optionWords, serverWords} from './same-as.ts';
import {gameWords} from '../games.ts';
import {expand} from '../input/aliases.ts';
import {dangerInAny} from '../input/danger.ts';
import {nameOf} from '../list/order.ts';
import {longestWatchMs} from '../watch/ending.ts';
import {startWatch} from '../actions/watch.ts';
import {key, message} from '../../messages/text.ts';

const usualBudget = 600;

export const secondsField = whole('Every', 'seconds, 10 or more; empty means 30', {
	least: 10,
	most: 600,
	empty: 30,
});
export const budgetField = whole('At most', `commands that are sent; empty means ${usualBudget}`, {
	least: 1,
	most: 5000,
	empty: usualBudget,
});

export const untilField: Field<string | undefined> = {
	kind: 'line',
	label: 'Until',
	usual: 'none',
	hint: 'ends when the answer has this: words or a pattern; empty: none',
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

/** Lines that were sent to the server and may be watched, the newest first; without any the game's harmless one. */
function suggestions({server, state, settings}: About): string[] {
	const sent = (state.input.history.get(server.id) ?? []).toReversed();
	const probe = gameWords(server.gameType)?.probe;
	const fit = sent.filter(text => watchProblem([server.gameType], text, settings) === undefined);
	return [...new Set([...fit.slice(0, 20), ...(probe === undefined ? [] : [probe])])];
}

/** Why this cannot be watched on servers of these games. */
export function watchProblem(
	games: readonly (string | undefined)[],
	typed: string,
	{aliases, dangerous}: Pick<About['settings'], 'aliases' | 'dangerous'>,
): string | undefined {
	if (typed.startsWith('&')) return 'A watch waits for its answers: leave the & out.';
	const expanded = expand(typed, aliases);
	if ('problem' in expanded) return expanded.problem;
	const danger = dangerInAny([expanded.text], games, dangerous);
	return danger === undefined ? undefined : `What looks destructive cannot be watched. ${danger}`;
}

const command: Field<string> = {
	kind: 'line',
	label: 'Command',
	hint: 'what is run again and again',
	read: text => {
		if (text.trim() === '') throw new FieldProblem('Nothing to watch: type a command.');
		return text;
	},
	initial: about => suggestions(about)[0] ?? '',
	offers: suggestions,
};

/** A command every so many seconds, with what changes marked. */
export const watchForm = form({
	id: 'watch',
	verb: 'Watch',
	operation: undefined,
	title: ({server, servers}) =>
		`Watch a command on ${servers.length > 1 ? plural(servers.length, 'server') : nameOf(server)}`,
	fields: {
		command,
		seconds: secondsField,
		until: untilField,
		bell: yesNo('Bell', 'rings', 'never', 'when something changes, and at the end'),
		budget: budgetField,
	},
	problems: ({command: typed, budget}, {servers, settings}) => ({
		command: watchProblem(
			servers.map(({gameType}) => gameType),
			typed,
			settings,
		),
		budget:
			budget < servers.length
				? `One run on ${plural(servers.length, 'server')} sends more than that.`
				: undefined,
	}),
	plan: ({command: typed, seconds, until, bell, budget}, {servers, state, settings}) => {
		const expanded = expand(typed, settings.aliases);
		const text = 'text' in expanded ? expanded.text : typed;
		const runs = Math.min(Math.floor(longestWatchMs / (1000 * seconds)), Math.floor(budget / servers.length));
		const minutes = Math.max(1, Math.round((runs * seconds) / 60));
		return {
			requests: servers.map(({id}) =>
				requestOf(endpoints.awaitRcon, {serverId: id, command: text, timeoutMs: settings.awaitMs}),
			),
			effect: [
				`Every ${seconds} s, each time one after another on a node, after all that is typed here.`,
				message`Ends by itself after about ${minutes} min (30 min, or ${budget} commands); ${key('jobs.open')} shows it, ${key('jobs.abort')} ends it there.`,
				...(until === undefined
					? []
					: [`Ends when ${servers.length > 1 ? 'every' : 'the'} answer has /${until}/.`]),
				'Everybody in the team sees each run on the feed.',
			],
			sameAs:
				servers.length === 1
					? commandLine(settings, [
							'watch',
							'--every',
							String(seconds),
							...(until === undefined ? [] : optionWords('--until', until)),
							...(budget === usualBudget ? [] : ['--budget', String(budget)]),
							...serverWords(
								state,
								servers.map(({id}) => id),
							),
							'--',
							text,
						])
					: undefined,
			friction: 'review',
			onlyLooks: true,
			send: async (_, services) => {
				const at = services.clock.now();
				startWatch(services, {
					id: services.newId(),
					command: text,
					everyMs: 1000 * seconds,
					stopWhen: until,
					bell,
					startedAt: at,
					endsAt: at + longestWatchMs,
					budget,
					calls: 0,
					runs: 0,
					changes: 0,
					lastAt: undefined,
					nextAt: undefined,
					over: undefined,
					targets: servers.map(server => ({
						serverId: server.id,
						name: nameOf(server),
						now: undefined,
						lastSaid: undefined,
						changedAt: undefined,
					})),
				});
			},
			action: {action: 'watch', input: {command: text, seconds}},
			next: message`${key('jobs.open')} shows it.`,
		};
	},
});
