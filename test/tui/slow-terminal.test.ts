import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {startAt} from '../helpers/builders.ts';
import {showTui, type ShownTui} from '../helpers/show-tui.ts';

/** One feed message with this many entries for the server in the console. */
function hears({services}: ShownTui, count: number) {
	const answer = {command: `say ${count}`, response: `word ${count}`, commandId: `c-${count}`};
	services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: startAt + count,
		via: 'feed',
		commands: [{...answer, timestamp: startAt + count}],
	});
}

test('while the terminal is blocked one frame waits instead of a queue, and no entry is lost', async () => {
	const opened = await showTui();
	const {terminal, state} = opened;
	hears(opened, 0);
	await terminal.sees('word 0');
	terminal.stop();
	const before = terminal.writes().length;
	terminal.write('i');
	for (let count = 1; count <= 2000; count++) {
		hears(opened, count);
		if (count % 20 === 0) await turn();
		if (count === 1000) terminal.write('abc');
	}
	expect(terminal.writes().length).toBeLessThanOrEqual(before + 1);
	terminal.go();
	await terminal.sees('rcon> abc');
	// The write in progress when the terminal stopped, one frame with everything since, and perhaps the next one already.
	expect(terminal.writes().length).toBeLessThanOrEqual(before + 3);
	expect(Buffer.byteLength(terminal.writes().at(-1)?.text ?? '')).toBeLessThan(80 * 24 * 4);
	await terminal.sees('word 2000');
	expect(state().console.get('a')?.lines).toHaveLength(2001);
});

test('a terminal that needs 60 ms per frame gets a frame every 120 ms at most, but each key at once', async () => {
	const opened = await showTui();
	const {terminal} = opened;
	const {write} = terminal.stdout;
	terminal.stdout.write = text => {
		write(text);
		setTimeout(() => terminal.stdout.emit('drain'), 60);
		return false as never;
	};
	let count = 0;
	const storm = async (until: () => boolean) => {
		while (!until()) {
			hears(opened, ++count);
			await turn();
		}
	};
	const before = terminal.writes().length;
	await storm(() => terminal.writes().length >= before + 6);
	const times = terminal.writes().map(({at}) => at);
	const last = times.at(-1) ?? 0;
	// Six frames at 30 per second would take 165 ms; at twice their drain time, about 600 ms.
	expect(last - (times[before] ?? 0)).toBeGreaterThan(400);
	terminal.write('i');
	const pressed = terminal.writes().length;
	await storm(() => terminal.screen().includes('Up Older'));
	// The frame in progress, and the one of the key.
	expect(terminal.writes().length).toBeLessThanOrEqual(pressed + 2);
});
