import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {lastRow, openPtyTui, prompt, typeLine, type PtyTui} from './pty-tui.ts';

/** Longer than the clock may jump, and than the rest of the undo window, ms. */
const stoppedMs = 4000;

type AtEnd = (end: () => void | Promise<void>) => void;

/** A service with one server that is up; `posts` are the changes that it received. */
async function openService(atEnd: AtEnd, players = 0) {
	const team = {id: 'team-1', name: 'Dev Guild'};
	const list = [
		{
			id: 'alpha',
			displayName: 'Alpha',
			teamId: 'team-1',
			state: 'ONLINE',
			gameType: 'CS2',
			onlinePlayers: players,
			maxPlayers: 12,
		},
	];
	const {url, seen} = await httpService(({method, url}, response) => {
		if (method !== 'GET') return void response.end();
		const body = url.startsWith('/team/my') ? team : url.startsWith('/server/by-team') ? list : list[0];
		json(response, 200, body);
	}, atEnd);
	return {
		url,
		posts: () => seen.flatMap(({method, url}) => (method === 'GET' ? [] : `${method} ${url}`)),
		polls: () => seen.filter(({url}) => url.startsWith('/server/by-team')).length,
	};
}

const environmentOf = ({url}: {url: string}) => ({
	RCONDECK_URL: url,
	RCONDECK_TOKEN: 'secret',
	RCONDECK_FEED_URL: 'off',
});

async function openUndoWindow(service: {url: string}, atEnd: AtEnd, replacesShell?: true): Promise<PtyTui> {
	const env = environmentOf(service);
	const tui = await openPtyTui({
		columns: 120,
		rows: 40,
		env,
		atEnd,
		...(replacesShell && {replacesShell}),
	});
	await tui.sees('Alpha');
	await tui.sees('1 up');
	tui.write('X');
	await tui.sees('Delay');
	await press(tui, '\r', () => tui.shows('step 2 of 2'));
	await press(tui, '\t', () => tui.shows('[>Stop<]'));
	await press(tui, '\r', () => tui.shows('sent in'));
	return tui;
}

/** Presses a key again until it had its effect: keys that come too soon after a dialog are dropped. */
async function press(tui: PtyTui, key: string, isDone: () => boolean): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const again = () => {
		if (!isDone()) tui.write(key);
		timer = setTimeout(again, 1500);
	};
	timer = setTimeout(again, 800);
	await tui.until(key, isDone);
	clearTimeout(timer);
}

/** Waits for the time that the process must be stopped. All tests do so at once. */
const stopTime = (): Promise<void> => new Promise(resolve => setTimeout(resolve, stoppedMs));

test.concurrent(
	'a process that was stopped in an undo window sends nothing when it continues, and says so',
	async ({onTestFinished}) => {
		const service = await openService(onTestFinished);
		// A shell that controls jobs would take the terminal.
		const tui = await openUndoWindow(service, onTestFinished, true);
		process.kill(tui.pid(), 'SIGSTOP');
		await stopTime();
		process.kill(tui.pid(), 'SIGCONT');
		await tui.sees('Nothing was sent: Stop Alpha.');
		const polls = service.polls();
		await tui.until('two more polls', () => service.polls() > polls + 1);
		expect(service.posts()).toEqual([]);
	},
);

test.concurrent(
	'Ctrl-Z in an undo window sends nothing when the shell continues it, and says so',
	async ({onTestFinished}) => {
		const service = await openService(onTestFinished);
		const tui = await openUndoWindow(service, onTestFinished);
		tui.write('\x1a');
		await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
		await stopTime();
		tui.write('fg\r');
		await tui.sees('Nothing was sent: Stop Alpha.');
		const polls = service.polls();
		await tui.until('two more polls', () => service.polls() > polls + 1);
		expect(service.posts()).toEqual([]);
	},
);

test.concurrent.for([
	{how: 'Ctrl-Z', players: 0, answer: 'y'},
	{how: 'a stop', players: 0, answer: 'y'},
	{how: 'a stop', players: 7, answer: 'Alpha'},
])(
	'an answer to the question of a command confirms nothing after $how: $answer',
	async ({how, players, answer}, {onTestFinished}) => {
		const service = await openService(onTestFinished, players);
		const tui = await openPtyTui({
			columns: 120,
			rows: 40,
			args: ['stop', 'Alpha'],
			env: environmentOf(service),
			isStream: true,
			atEnd: onTestFinished,
		});
		await tui.sees(/Stop Alpha.*(\[y\/N\]|to confirm:)/);
		if (how === 'Ctrl-Z') tui.write('\x1a');
		else process.kill(tui.pid(), 'SIGSTOP');
		await tui.until('shell', () => lastRow(tui) === 'shell>');
		await stopTime();
		await typeLine(tui, 'fg');
		await tui.until('foreground', () => lastRow(tui).endsWith(' tui stop Alpha'));
		tui.write(`${answer}\r`);
		await tui.sees('rcondeck was suspended during the question. Nothing was sent. Run the command again.');
		await tui.until('shell', () => lastRow(tui) === 'shell>');
		await typeLine(tui, 'echo code $?');
		await tui.sees(/^code 11$/m);
		expect(service.posts()).toEqual([]);
	},
);
