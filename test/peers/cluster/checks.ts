import type {Sent} from './load.ts';
import {typedBy} from './load.ts';

/** What was checked, how often, and what was wrong. */
export type Check = {name: string; checked: number; violations: string[]};

type Line = {at: number; text: string};
/** The log of each game, by display name. */
export type GameLogs = ReadonlyMap<string, readonly Line[]>;

const check = (name: string, checked: number, violations: string[]): Check => ({name, checked, violations});

/** Every RCON command is executed at most once, as often as was reported, and has its own answer. */
export function checkCommands(sent: readonly Sent[], logs: GameLogs): Check[] {
	const commands = sent.filter(({kind}) => kind === 'command');
	const executed = new Map<string, string[]>();
	for (const [server, lines] of logs)
		for (const {text} of lines) {
			const [, id] = /^command (.+)$/.exec(text) ?? [];
			if (id !== undefined) executed.set(id, [...(executed.get(id) ?? []), server]);
		}
	const often = commands.flatMap(({id, server}) => {
		const where = executed.get(id) ?? [];
		const isWrong = where.length > 1 || where.some(name => name !== server);
		return isWrong ? [`${id} was executed on ${where.join(', ')}`] : [];
	});
	const reported = commands.filter(({by}) => by !== 'tui');
	const wrong = reported.flatMap(({id, outcome, answer, status}) => {
		const count = executed.get(id)?.length ?? 0;
		if (outcome === 'accepted' && answer !== `heard-${id}`) return [`${id} has the answer ${answer}`];
		if (outcome === 'accepted' && count === 0) return [`${id} was answered, but not executed`];
		return outcome === 'refused' && count > 0 ? [`${id} was refused (${status}), but executed`] : [];
	});
	return [
		check('commands executed at most once', commands.length, often),
		check('commands reported as they were executed', reported.length, wrong),
	];
}

const settleMs = 90_000;

/** Returns a filter of the notifications that something ordered for a server, by display name, was not done or may not be. */
const isFailureOf =
	(server: string) =>
	({type, title, message}: Record<string, unknown>): boolean =>
		/^(ORDER_REFUSED|ORDER_UNKNOWN|SERVER_FAILED|TASK_FAILED)$/.test(String(type)) &&
		`${String(title)} ${String(message)}`.split(/[\s.,:]+/).includes(server);

/** Every restart is carried out at most once, and an accepted one is carried out or reported as failed. */
export function checkRestarts(
	sent: readonly Sent[],
	logs: GameLogs,
	notifications: readonly Record<string, unknown>[],
): Check[] {
	const restarts = sent.filter(({kind}) => kind === 'restart');
	const often: string[] = [];
	const lost: string[] = [];
	for (const [server, lines] of logs) {
		const asked = restarts.filter(one => one.server === server && one.outcome !== 'refused');
		const starts = lines.filter(({text}) => text === 'up').slice(1);
		if (starts.length > asked.length)
			often.push(`${server} was restarted ${starts.length} times for ${asked.length} requests`);
		const left = [...starts];
		const reports = notifications.filter(isFailureOf(server)).length;
		const undone = asked.filter(({at, outcome}) => {
			if (outcome !== 'accepted') return false;
			const index = left.findIndex(start => start.at >= at && start.at < at + settleMs);
			// One start is the result of one request.
			if (index !== -1) left.splice(index, 1);
			return index === -1;
		});
		for (const {id} of undone.slice(reports)) lost.push(`${id} of ${server} was neither done nor reported`);
	}
	return [
		check('restarts carried out at most once', restarts.length, often),
		check(
			'accepted restarts carried out or reported',
			restarts.filter(({outcome}) => outcome === 'accepted').length,
			lost,
		),
	];
}

/** Every accepted entry is in the team's journal once, and the numbers of the journal have no gap. */
export function checkJournal(sent: readonly Sent[], entries: readonly Record<string, unknown>[]): Check[] {
	const written = sent.filter(({kind}) => kind === 'entry');
	const counts = Map.groupBy(entries, entry => String(entry['id']));
	const wrong = written.flatMap(({id, outcome}) => {
		const count = counts.get(id)?.length ?? 0;
		if (outcome === 'accepted' && count !== 1) return [`${id} is in the journal ${count} times`];
		return count > 1 || (outcome === 'refused' && count > 0) ? [`${id}: ${outcome}, ${count} times`] : [];
	});
	const gaps = entries.flatMap((entry, index) => {
		const before = entries[index - 1];
		return before && entry['previous'] !== before['seq'] ? [`before ${String(entry['id'])}`] : [];
	});
	return [
		check('entries of the journal stored once', written.length, wrong),
		check('numbers of the journal without a gap', entries.length, gaps),
	];
}

/** No answer is missing or doubled in the journal of a TUI. */
export function checkScreen(name: string, sent: readonly Sent[], journal: string, logs: GameLogs): Check[] {
	const counts = new Map<string, number>();
	for (const [found] of journal.matchAll(/(?:heard-|say )[\da-z-]+\./g))
		counts.set(found, (counts.get(found) ?? 0) + 1);
	const count = (text: string) => counts.get(text) ?? 0;
	const known = sent.filter(
		({kind, by, outcome, id}) =>
			kind === 'command' && (by === 'tui' ? isExecuted(id, logs) : outcome === 'accepted'),
	);
	const lost = known.filter(({id}) => count(`heard-${id}`) === 0).map(({id}) => id);
	const doubled = sent
		.filter(({kind, id}) => kind === 'command' && (count(`heard-${id}`) > 1 || count(`say ${id}`) > 1))
		.map(({id}) => id);
	const own = typedBy(sent, name);
	const forgotten = own.filter(({id}) => count(`say ${id}`) === 0).map(({id}) => id);
	return [
		check(`answers that ${name} has lost`, known.length, lost),
		check(`commands or answers that ${name} has twice`, sent.length, doubled),
		check(`typed commands that ${name} has lost`, own.length, forgotten),
	];
}

const isExecuted = (id: string, logs: GameLogs): boolean =>
	[...logs.values()].some(lines => lines.some(({text}) => text === `command ${id}`));

const minuteMs = 60_000;

type CronTrial = {
	name: string;
	runs: readonly Record<string, unknown>[];
	from: number;
	to: number;
	/** How often a game got the command of a run. */
	executed: number;
	/** Whether a run waits for the answer. Otherwise it has succeeded when the command is sent. */
	isAwaited: boolean;
};

/** An automation runs once for each due time. */
export function checkCron({name, runs, from, to, executed, isAwaited}: CronTrial): Check[] {
	const timeOf = (run: Record<string, unknown>, field: string) => Date.parse(String(run[field]));
	const fired = runs.map(run => timeOf(run, 'scheduledFireAt'));
	// No second run starts beside one that takes longer than a minute.
	const isSkipped = (at: number) =>
		runs.some(run => timeOf(run, 'scheduledFireAt') < at && timeOf(run, 'finishedAt') >= at);
	const due: number[] = [];
	for (let at = Math.ceil(from / minuteMs) * minuteMs; at < to; at += minuteMs) due.push(at);
	const wrong = due.flatMap(at => {
		const count = fired.filter(one => one === at).length;
		return count === 1 || (count === 0 && isSkipped(at))
			? []
			: [`${new Date(at).toISOString()}: ${count} runs`];
	});
	const done = runs.filter(({status}) => status === 'SUCCEEDED').length;
	const often =
		executed > runs.length || (isAwaited && executed < done)
			? [`${runs.length} runs, ${done} succeeded, ${executed} commands`]
			: [];
	return [
		check(`${name} due times with exactly one run`, due.length, wrong),
		check(
			`${name} commands executed at most once${isAwaited ? ', and if the run succeeded' : ''}`,
			runs.length,
			often,
		),
	];
}
