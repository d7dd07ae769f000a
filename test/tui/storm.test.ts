import {expect, test} from 'vitest';
import {after, aCommand, aServer, aTeam, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {showTui} from '../helpers/show-tui.ts';

const state = after(
	{type: 'access/granted', team: aTeam()},
	polled(Array.from({length: 40}, (_, index) => aServer({id: `s-${index}`, displayName: `ark-${index}`}))),
	{type: 'feed/changed', at: startAt, status: {status: 'live'}},
	viewChanged({currentId: 's-0'}),
);

/** Down to 1x1 and up again, with different steps for width and height. */
const sizes = Array.from({length: 200}, (_, step) => {
	const size = Math.abs(100 - step) / 100;
	return [1 + Math.round(199 * size), 1 + Math.round(59 * size ** 2)] as const;
});

test('after 200 sizes including 1x1, with a flooded console, the screen is like that of a new TUI', async () => {
	expect(sizes).toContainEqual([1, 1]);
	const {terminal, services} = await showTui({columns: 200, rows: 60, state});
	let said = 0;
	const flood = () => {
		const commands = Array.from({length: 20}, () =>
			aCommand({
				commandId: `c-${++said}`,
				command: `say ${said}`,
				response: `${'x'.repeat(said % 150)} 漢字 ${said}\nsecond line`,
				timestamp: startAt + said,
			}),
		);
		services.store.dispatch({type: 'rcon/received', serverId: 's-0', at: startAt, via: 'feed', commands});
	};
	for (const [step, [columns, rows]] of sizes.entries()) {
		flood();
		terminal.resize(columns, rows);
		// Some sizes last until they are painted; most are gone before that.
		if (step % 20 === 0) await terminal.until('a frame', () => terminal.screen().trim() !== '');
	}
	terminal.resize(120, 40);
	await terminal.until('the last answer', () => terminal.screen().includes(` ${said}`));
	const fresh = await showTui({columns: 120, rows: 40, state: services.store.getState()});
	await fresh.terminal.until('the last answer', () => fresh.terminal.screen().includes(` ${said}`));
	await terminal.until('the same screen', () => terminal.screen() === fresh.terminal.screen());
	expect(terminal.rows()).toHaveLength(40);
	expect(terminal.isAlternate()).toBe(true);
});
