import {expect, test} from 'vitest';
import {harmIn, nastyService, nastyText, seeded} from '../helpers/nasty-wire.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {threeServers} from '../helpers/three-servers.ts';

/** Another seed can be given, to look further or to see a failure again. */
const {NASTY_SEED} = process.env;
const seeds = NASTY_SEED === undefined ? [1, 2, 3] : [Number(NASTY_SEED)];

/** A fleet whose names are nasty at their source, so that the feed carries them as well. */
function nastyFleet(random: () => number): typeof threeServers {
	const nasty = (name: string) => `${name}${nastyText(random)}`;
	return {
		...threeServers,
		team: {...threeServers.team, name: nasty('Team')},
		nodes: threeServers.nodes.map(node => ({...node, name: nasty(node.name)})),
		automations: [
			{
				id: 'automation-1',
				name: nasty('nightly'),
				description: nasty('does'),
				enabled: true,
				targets: {serverIds: ['alpha']},
				workflow: [{type: 'RCON', command: nasty('say')}],
				trigger: {type: 'CRON', cron: '* * * * *'},
			},
		],
		servers: threeServers.servers.map(server => ({...server, name: nasty(server.name), map: nasty('map')})),
	};
}

/** Somebody else of the team sends a command to each server: the feed tells of it, and of the answer. */
async function somebodySends({sandbox}: Screen, command: string): Promise<void> {
	for (const id of ['alpha', 'bravo']) {
		const request = new Request(`http://sandbox/server/${id}/rcon`, {
			method: 'POST',
			headers: {'Application-Token': sandbox.credentials.token, 'Content-Type': 'application/json'},
			body: JSON.stringify({command}),
		});
		await sandbox.fetch(request);
	}
}

/** Ways through the program, in keys; each begins and ends on the main screen. */
const ways: readonly (readonly string[])[] = [
	['g', 'j', 'j', 'd', 'd'],
	['2', 'g', 'j', 'j', 'G', 'k', 'x', 'x', '1'],
	['i', 's', 't', 'a', 't', 'u', 's', 'enter', 'K', 'i', 'tab', 'tab', 'esc'],
	['i', 'ctrl+r', 's', 'esc', 'ctrl+u', 'esc'],
	['/', 'a', 'esc', '1'],
	['4', 'j', 'k', 'enter', 'esc', '1'],
	['5', 'j', 'enter', 'j', 'esc', '1'],
	['6', 'j', 'enter', 'esc', 'esc', '1'],
	['7', 'j', 'enter', 'esc', '1'],
	['R', 'tab', 'enter', 'esc', 'esc'],
	['X', 'enter', 'esc', 'esc'],
	['S', 'enter', 'esc', 'esc'],
	['B', 'h', 'enter', 'esc', 'esc'],
	['C', 'tab', 'tab', 'esc', 'esc'],
	['E', 'enter', 'esc', 'esc'],
	['y', 'down', 'enter', 'esc'],
	['2', 'y', 'down', 'enter', 'esc', '1'],
	['e', 'esc'],
	['s', 'esc'],
	['*', 'R', 'enter', 'esc', 'esc', '-'],
	['o', 'esc', 'b', 'b', 't', 't', 't'],
	[':', 'a', 'esc'],
	['?', 'G', 'esc'],
	['!', 'a', 'r'],
];

test.each(seeds)(
	'no byte of the wire acts on the terminal, on no surface (seed %i)',
	async seed => {
		const random = seeded(seed);
		const screen = await openApp({
			columns: seed % 2 === 0 ? 140 : 80,
			rows: seed % 2 === 0 ? 40 : 24,
			seed: {fleet: nastyFleet(random)},
			between: nastyService(random),
		});
		let seen = 0;
		const isClean = (what: string) => {
			const bytes = screen.terminal.bytes();
			// A sequence that was under way when this was looked at last is looked at whole.
			const from = Math.max(0, seen - 200);
			const copy = bytes.lastIndexOf('\x1b]52;', seen);
			const start = copy !== -1 && bytes.indexOf('\x07', copy) >= from ? Math.min(copy, from) : from;
			const harm = harmIn(bytes.slice(start).replace(/^[\udc00-\udfff]/, ''));
			seen = bytes.length;
			expect(harm, `seed ${seed}, after ${what}`).toBeUndefined();
		};
		await screen.comes('feed LIVE');
		isClean('opening');
		for (const way of ways) {
			for (const key of way) {
				await screen.press(key).waits(420);
				isClean(`${key} of ${way.join(' ')}`);
			}
			await somebodySends(screen, `say ${nastyText(random).replaceAll(/\p{Surrogate}/gu, '')}`);
		}
		await screen.paste(`say ${nastyText(random)}\n${nastyText(random)}`).press('i');
		await screen.paste(`say ${nastyText(random)}\n${nastyText(random)}`).waits(500);
		isClean('a paste');
	},
	120_000,
);
