import {setTimeout as sleep} from 'node:timers/promises';
import {createRandom, type Random} from '../../helpers/random.ts';
import {openShipped, type AtEnd} from '../../shipped/shipped.ts';
import type {ApiClient, Outcome} from './api.ts';

/** What the trial has sent. `id` is unique, and part of what a game or the journal logs. */
export type Sent = {
	kind: 'command' | 'restart' | 'entry';
	by: 'request' | 'cli' | 'tui';
	id: string;
	/** The display name. */
	server: string;
	at: number;
	outcome: Outcome;
	/** Why it was not accepted. */
	cause: string;
	/** The HTTP status or exit code. */
	status: number;
	/** What the service has answered to a command. */
	answer: string;
};

/** `isStable`: it is never restarted. */
export type Target = {id: string; name: string; isStable: boolean};

type Options = {
	api: ApiClient;
	targets: readonly Target[];
	teamId: string;
	seed: number;
	cliEnv: Record<string, string>;
	atEnd: AtEnd;
};

const [workers, pauseMs, restartMs, cliMs, retryMs, maxTries] = [6, 150, 25_000, 4000, 1000, 60];

/** Sends commands, restarts and entries of the journal until it is stopped. */
export function startLoad({api, targets, teamId, seed, cliEnv, atEnd}: Options) {
	const sent: Sent[] = [];
	const restartedAt = new Map<string, number>();
	const stopping = new AbortController();
	let last = 0;
	const note = (entry: Pick<Sent, 'kind' | 'by' | 'id' | 'server'>): Sent => {
		const made: Sent = {...entry, at: Date.now(), outcome: 'unknown', cause: '', status: 0, answer: ''};
		sent.push(made);
		return made;
	};
	const command = async ({id: serverId, name}: Target) => {
		const made = note({kind: 'command', by: 'request', id: `request-${++last}.`, server: name});
		const path = `/server/${serverId}/rcon?await=true&timeoutMs=8000`;
		const {outcome, status, cause, body} = await api.post(path, {command: `say ${made.id}`});
		const {response} = (body['command'] ?? {}) as {response?: unknown};
		const answer = typeof response === 'string' ? response : '';
		Object.assign(made, {outcome, status, cause, answer});
	};
	const restart = async ({id: serverId, name, isStable}: Target) => {
		if (isStable || Date.now() - (restartedAt.get(name) ?? 0) < restartMs) return;
		restartedAt.set(name, Date.now());
		const made = note({kind: 'restart', by: 'request', id: `restart-${++last}`, server: name});
		const {outcome, status, cause} = await api.post(`/server/${serverId}/restart`);
		Object.assign(made, {outcome, status, cause});
	};
	/** Its author may send it again: the id makes it one entry. */
	const entry = async () => {
		const made = note({kind: 'entry', by: 'request', id: `entry-${++last}`, server: ''});
		const entries = [{id: made.id, kind: 'note', text: made.id}];
		for (let tries = 0; tries < maxTries && made.outcome === 'unknown'; tries++) {
			if (tries > 0) await sleep(retryMs);
			const {outcome, status, cause} = await api.post('/journal', {teamId, entries});
			Object.assign(made, {outcome, status, cause});
		}
	};
	const work = async ({below, pick}: Random) => {
		const [first, ...others] = targets;
		while (!stopping.signal.aborted) {
			await sleep(below(2 * pauseMs));
			const turn = below(20);
			if (!first || turn < 5) await entry();
			else if (turn < 6) await restart(pick([first, ...others]));
			else await command(pick([first, ...others]));
		}
	};
	const runCli = async ({pick}: Random) => {
		const {run} = openShipped({env: cliEnv, atEnd});
		const [first, ...others] = targets;
		if (!first) return;
		while (!stopping.signal.aborted) {
			const {name} = pick([first, ...others]);
			const made = note({kind: 'command', by: 'cli', id: `cli-${++last}.`, server: name});
			const {code, out} = await run(['rcon', name, '--yes', '--', 'say', made.id]);
			made.status = code ?? -1;
			made.answer = /heard-\S+/.exec(out)?.[0] ?? '';
			made.outcome = outcomeOfExit(code);
			made.cause = code === 0 ? '' : `exit code ${code ?? 'none'} of the CLI`;
			await sleep(cliMs);
		}
	};
	const running = [
		...Array.from({length: workers}, (_, index) => work(createRandom(seed + index))),
		runCli(createRandom(seed + workers)),
	];
	return {
		sent,
		note,
		/** Resolves when every request has its outcome. */
		stop: async () => {
			stopping.abort();
			await Promise.all(running);
		},
	};
}

export type Load = ReturnType<typeof startLoad>;

/** A refusal of the console, of the service or of ours, or a service that cannot be reached: it has not been carried out. */
const outcomeOfExit = (code: number | null): Outcome =>
	code === 0
		? 'accepted'
		: code !== null && [1, 2, 4, 5, 6, 7, 9, 10, 11].includes(code)
			? 'refused'
			: 'unknown';

/** The commands that a TUI has sent. */
export const typedBy = (sent: readonly Sent[], name: string): Sent[] =>
	sent.filter(({by, id}) => by === 'tui' && id.startsWith(`${name}-`));
