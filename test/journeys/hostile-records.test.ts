import {expect, test} from 'vitest';
import {deckCommands} from '../../src/cli/stream/commands.ts';
import {prototypeNames} from '../helpers/any-text.ts';
import {
	hostile,
	hostileService,
	packets,
	prototypeFleet,
	type Hostility,
} from '../helpers/hostile-records.ts';
import {seeded} from '../helpers/nasty-wire.ts';
import {openApp} from '../helpers/open-app.ts';
import {openStreamApp} from '../helpers/open-stream-app.ts';
import {ways} from '../helpers/ways.ts';
import {noFiles, type Files} from '../../src/core/take-along/files.ts';
import type {Sandbox} from '../../src/sandbox/index.ts';

/** Another seed can be given, to look further or to see a failure again. */
const {HOSTILE_SEED} = process.env;
const seed = Number(HOSTILE_SEED ?? 1);

const kinds: Hostility[] = [
	'names of the prototype',
	'parts nested 3,000 levels deep',
	'values that nobody expects',
];

/** The team hears every kind of message about everything that there is, and about what there is not. */
function tell({broker, teamId}: Sandbox, kind: Hostility, random: () => number): void {
	for (const serverId of [...prototypeNames, 'alpha', 'nobody']) {
		for (const packet of packets(serverId, prototypeNames[0])) {
			broker.broadcast(teamId, packet);
			broker.broadcast(teamId, hostile(packet, kind, random) as object); // made of an object
		}
	}
}

/** Beyond the ways of other journeys: everything that writes a file, runs again and again, or is about no server. */
const moreWays: typeof ways = [
	['e', 'c', 'enter', 'esc'],
	['4', 'e', 'c', 'enter', 'esc', '1'],
	['e', 't', 'enter', 'e', 't', 'esc', 'esc'],
	['w', 'enter', 'tab', 'enter', 'o', 'esc', 'esc'],
	['6', 'T', 'enter', 'tab', 'enter', 'esc', 'esc', '1'],
	['6', 'E', 'enter', 'tab', 'enter', 'esc', 'esc', '1'],
	['6', 'enter', 'j', 'enter', 'x', 'esc', 'esc', '1'],
	['5', 'd', 'x', 'G', 'esc', '1'],
	['7', 'j', 'j', 'j', 'K', 'enter', 'esc', 'esc', '1'],
	['8', 'j', 'esc', '1'],
	['*', 'i', 's', 't', 'a', 't', 'u', 's', 'enter', 'esc', 'c', 'x', 'esc', '-'],
	['m', 'x', 'enter', '4', 'G', '1'],
	['d', 'G', 'g', 'd', 'b', 's', 'esc'],
];

/** Files that are made whole, and written nowhere. */
function discarding(): Files {
	const lengthOf = async (texts: AsyncIterable<string>) => {
		let length = 0;
		for await (const text of texts) length += text.length;
		return {path: `of ${length} characters`};
	};
	return {
		...noFiles,
		save: (_name, texts) => lengthOf(texts),
		keepCopy: async text => ({path: `of ${text.length} characters`}),
		record: async name => ({path: name, add: () => {}, close: async () => {}}),
	};
}

test.each(kinds)(
	'%s end no screen of the TUI',
	async kind => {
		const random = seeded(seed);
		const screen = await openApp({
			columns: 120,
			rows: 36,
			seed: {fleet: prototypeFleet},
			between: hostileService(kind, random),
			files: discarding(),
		});
		await screen.comes('feed LIVE');
		for (const way of [...ways, ...moreWays]) {
			for (const key of way) await screen.press(key).waits(420);
			tell(screen.sandbox, kind, random);
		}
		await screen.waits(6000).press('esc', 'esc', '1').waits(500).press('?').comes('Esc');
		expect(screen.frame()).not.toContain('could not be painted');
	},
	120_000,
);

test.each(kinds)(
	'%s end no line of line mode',
	async kind => {
		const random = seeded(seed);
		const stream = await openStreamApp({
			seed: {fleet: prototypeFleet},
			between: hostileService(kind, random),
			files: discarding(),
		});
		await stream.comes('feed LIVE');
		tell(stream.sandbox, kind, random);
		for (const {name} of deckCommands.filter(({name}) => name !== 'quit')) {
			for (const words of ['', ' __proto__']) {
				await stream.line(`:${name}${words}`);
				// Leaves what is asked; what is typed in between keeps it from ending the session.
				for (const key of ['\x03', 'x', '\x15']) await stream.keys(key);
			}
		}
		tell(stream.sandbox, kind, random);
		await stream.line('status');
		await stream.pass(3000);
		const before = stream.bytes().length;
		await stream.line(':time');
		await stream.pass(2000);
		expect(stream.bytes().slice(before)).toContain('Times are told');
	},
	120_000,
);
