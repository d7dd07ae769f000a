import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {openPtyTui, type PtyTui} from '../pty/pty-tui.ts';
import {openShipped} from '../shipped/shipped.ts';
import {openFaultyService} from './faulty-service.ts';
import {restFault} from './rest-faults.ts';
import {changeAutomations} from './sent-automations.ts';

/** Faults after which a request may have run, may not, or certainly has not. */
const faults = [
	'refused',
	'reset before the headers',
	'closed before the headers',
	'reset before the headers, after the service has acted',
	'reset in the headers',
	'reset in the body',
	'closed in the body',
	'black hole',
	'stops after the headers',
	'one second late',
	'no HTTP',
	'401',
	'403',
	'404',
	'408',
	'409',
	'413',
	'421',
	'429',
	'429 with Retry-After as a date',
	'500',
	'502 as a web page',
	'503',
	'503 with Retry-After 3600',
	'504',
	'204',
	'redirect to another host',
	'redirect to itself',
	'captive portal',
	'wrong content type',
	'cut gzip',
] as const;

/** A line of `rcondeck journal --json`. */
type Entry = {
	kind: string;
	text: string;
	serverId?: string;
	origin?: string;
	status?: string;
	source?: string;
	outcome?: string;
	action?: string;
	input?: Record<string, unknown>;
};
type Stored = {command: string; response?: string; commandId?: string};
type SentCounts = {
	/** Commands and actions that a user sent. */
	tried: number;
	/** POSTs that reached the front. */
	posts: number;
	/** Commands that the service carried out. */
	executed: number;
	kills: number;
	/** Requests that reached the front twice. */
	sentTwice: number;
	/** Seen by the front or carried out, and missing in the journal. */
	lost: number;
	doubled: number;
	someoneElses: number;
	/** The journal says that it was not carried out, and it was; or the other way around. */
	wrongOutcome: number;
	failures: string[];
};

/**
Opens a service with faults and two sessions of the built program that share a journal with one-shot commands. Every
command has a text of its own, so that the log of the front, the records of the service and the journal can be compared
command by command.
*/
export async function openSentTrial(random: () => number, print: (text: string) => void) {
	const ends: (() => Promise<void> | void)[] = [];
	const state = mkdtempSync(path.join(tmpdir(), 'rcondeck-sent-'));
	mkdirSync(state, {recursive: true, mode: 0o700});
	writeFileSync(path.join(state, 'welcome-dismissed'), '');
	const service = await openFaultyService();
	const env = {...service.env, RCONDECK_STATE_DIR: state};
	const shell = openShipped({env, atEnd: end => void ends.unshift(end)});
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; // not empty
	const failures: string[] = [];
	const counts = {tried: 0, kills: 0};
	const open = async () => {
		const tui = await openPtyTui({env, rows: 50, columns: 110, atEnd: end => void ends.unshift(end)});
		await tui.sees(/feed (LIVE|POLL|LOST)/);
		return tui;
	};
	const nextText = () => `say t${++counts.tried}e`;
	/** The texts on screen of each session, from its start. */
	const typed = new Map<PtyTui, string[]>();
	const begin = async (down: number) => {
		const tui = await open();
		typed.set(tui, []);
		tui.write('g');
		for (let n = 0; n < down; n++) tui.write('j');
		tui.write('i');
		await tui.sees('rcon>');
		return tui;
	};
	const tuis = [await begin(1), await begin(2)];

	const type = async (index: number) => {
		const tui = tuis[index];
		if (!tui) return;
		const text = nextText();
		typed.get(tui)?.push(text);
		tui.write(`${random() < 0.2 ? '& ' : ''}${text}\r`);
		await tui
			.sees(new RegExp(`me +> ${text}`))
			.catch((error: unknown) => failures.push(`${text}: ${String(error)}`));
	};
	const kill = async (index: number) => {
		const tui = tuis[index];
		if (!tui) return;
		const text = nextText();
		counts.kills++;
		tui.write(`${text}\r`);
		await pause(random() * 400);
		process.kill(tui.pid(), 'SIGKILL');
		typed.delete(tui);
		await service.rest.set(undefined);
		tuis[index] = await begin(index + 1);
	};
	const oneShot = async (args: readonly string[], signal?: NodeJS.Signals) => {
		const child = shell.start(args);
		if (signal) {
			await pause(150 + random() * 500);
			child.kill(signal);
			if (signal === 'SIGKILL') counts.kills++;
		}
		const {code, err} = await child.ended;
		if (code === 70) failures.push(`${args.join(' ')} ended with 70: ${err}`);
	};
	const signal = () => pick([undefined, undefined, 'SIGINT', 'SIGKILL'] as const);
	const automations = changeAutomations({
		service,
		nextText,
		oneShot: args => oneShot(args, signal()),
	});
	const steps: readonly (() => Promise<void>)[] = [
		...automations.steps,
		() => type(0),
		() => type(1),
		() => type(0),
		() => oneShot(['rcon', pick(['Alpha', 'Bravo']), '--', nextText()], signal()),
		() => oneShot(['rcon', 'Alpha', 'Bravo', '--yes', '--', nextText()]),
		() => oneShot(['rcon', 'Bravo', '--no-await', '--', nextText()]),
		() => {
			const message = nextText();
			return oneShot(
				['restart', pick(['Alpha', 'Bravo']), '--delay', '60m', '--message', message, '--yes'],
				signal(),
			);
		},
		() => {
			const message = nextText();
			const rolling = [
				'--rolling',
				'1',
				'--gate',
				'accepted',
				'--delay',
				'60',
				'--message',
				message,
				'--yes',
			];
			return oneShot(['restart', 'Alpha', 'Bravo', ...rolling]);
		},
	];

	/** Does one thing, often while a fault lasts. */
	const step = async () => {
		if (random() < 0.15)
			service.service.faults.slowRcon(pick(['alpha', 'bravo']), pick([0, 0, 300, 5400, 7000]));
		const fault = random() < 0.6 ? pick(faults) : undefined;
		const isOnlyPost = random() < 0.8;
		await service.rest.set(
			fault === undefined ? undefined : restFault(fault),
			({method}) => !isOnlyPost || method === 'POST',
		);
		const choice = random();
		print(`${counts.tried + 1}: ${fault ?? 'no fault'}`);
		if (choice < 0.08) await kill(0);
		else if (choice < 0.12) await kill(1);
		else await pick(steps)();
		if (random() < 0.5) await pause(random() * 600);
	};

	const storedCommands = async (): Promise<(Stored & {serverId: string})[]> => {
		const headers = {'Application-Token': service.token};
		const answer = await fetch(`${service.url}/server/by-team/team`, {headers});
		const servers = (await answer.json()) as {id: string; commands?: Stored[]}[];
		return servers.flatMap(({id, commands = []}) => commands.map(one => ({...one, serverId: id})));
	};
	const settled = async () => {
		await service.rest.set(undefined);
		for (const id of ['alpha', 'bravo']) service.service.faults.slowRcon(id, 0);
		for (const tui of tuis) {
			await tui
				.until('all outcomes', () => !/me +> say t\d+e +(waiting|queued)/.test(tui.screen()))
				.catch((error: unknown) => failures.push(String(error)));
		}
		// A poll reports what the feed did not, and the sessions learn what the other programs sent.
		await pause(11_000);
	};

	const check = async (): Promise<SentCounts> => {
		await settled();
		const posts = service.log.filter(({method}) => method === 'POST').map(({path, body}) => ({path, body}));
		const stored = (await storedCommands()).filter(({command}) => /^say t\d+e$/.test(command));
		const log = await shell.run(['journal', '--json', '--limit', '100000']);
		const {entries} = JSON.parse(log.out) as {entries: Entry[]};
		const commands = entries.filter(({kind, text}) => kind === 'command' && /^say t\d+e$/.test(text));
		const acts = entries.filter(({action}) => action === 'restart');
		const result = {sentTwice: 0, lost: 0, doubled: 0, someoneElses: 0, wrongOutcome: 0};
		const fail = (what: keyof typeof result, text: string) => {
			result[what]++;
			failures.push(`${what}: ${text}`);
		};
		const tagsOf = (text: string) => /say t\d+e/.exec(text)?.[0];
		const nameOf = (serverId: string, text: string) => `${serverId} ${text}`;
		for (const [name, same] of Map.groupBy(
			posts,
			({path: at, body}) => `${at} ${tagsOf(body) ?? tagsOf(decodeURIComponent(at)) ?? body}`,
		))
			if (same.length > 1) fail('sentTwice', `${name}: ${same.length} times`);
		const byName = Map.groupBy(commands, ({serverId = '', text}) => nameOf(serverId, text));
		const serverOf = (at: string) => /\/server\/([^/?]+)/.exec(at)?.[1] ?? '';
		const seen = new Set([
			...stored.map(({serverId, command}) => nameOf(serverId, command)),
			...posts
				.filter(({path: at}) => at.includes('/rcon'))
				.flatMap(({path: at, body}) => {
					const tag = tagsOf(body);
					return tag === undefined ? [] : [nameOf(serverOf(at), tag)];
				}),
		]);
		for (const name of seen) if (!byName.has(name)) fail('lost', name);
		for (const [name, same] of byName) {
			if (same.length > 1)
				fail('doubled', `${name}: ${same.map(one => `${one.origin} ${one.status}`).join(', ')}`);
			for (const {origin} of same) if (origin !== 'me') fail('someoneElses', name);
		}
		const ran = new Set(stored.map(({serverId, command}) => nameOf(serverId, command)));
		for (const [name, [entry]] of byName) {
			const status = entry?.status ?? '';
			if (status === 'failed' && ran.has(name))
				fail('wrongOutcome', `${name} ran, and the journal says failed`);
			if (['answered', 'late'].includes(status) && !ran.has(name))
				fail('wrongOutcome', `${name} did not run, and the journal says ${status}`);
			if (['timeout', 'abandoned', 'waiting', 'sent'].includes(status) && ran.has(name))
				fail('wrongOutcome', `${name} ran and is stored, and the journal says ${status}`);
		}
		const restarts = posts.filter(({path: at}) => at.includes('/restart'));
		for (const {path: at, body} of restarts) {
			const tag = tagsOf(body) ?? tagsOf(decodeURIComponent(at)) ?? '';
			const same = acts.filter(
				({serverId, input}) => serverId === serverOf(at) && JSON.stringify(input).includes(tag),
			);
			if (same.length === 0) fail('lost', `restart ${serverOf(at)} ${tag}`);
			if (same.length > 1) fail('doubled', `restart ${serverOf(at)} ${tag}`);
		}
		await automations.check(
			shell,
			entries.filter(({action}) => action !== undefined),
			fail,
		);
		for (const tui of tuis) {
			const others = /other +> (say t\d+e)/.exec(tui.screen());
			if (others) fail('someoneElses', `on screen: ${others[1]}\n${tui.screen()}`);
		}
		return {
			tried: counts.tried,
			posts: posts.length,
			executed: stored.length,
			kills: counts.kills,
			...result,
			failures,
		};
	};
	return {
		step,
		check,
		type,
		kill,
		oneShot,
		shell,
		service,
		tuis,
		close: async () => {
			for (const end of ends) await end();
			await service.close();
			rmSync(state, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
		},
	};
}
