import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {openPtyTui} from '../pty/pty-tui.ts';
import {svgOf} from './svg.ts';

/** Paints the pictures of the README from the running program: `npm run screens`. */
const folder = path.resolve(import.meta.dirname, '../../assets/screens');
const closing: (() => Promise<void>)[] = [];

async function openAt(columns: number, rows: number) {
	const tui = await openPtyTui({
		columns,
		rows,
		env: {COLORTERM: 'truecolor'},
		atEnd: close => closing.push(close),
	});
	await tui.sees('feed LIVE');
	await tui.sees(/^> *x? *cs2-scrim/m);
	const keep = (name: string, title: string) =>
		writeFileSync(path.join(folder, `${name}.svg`), svgOf(tui.emulator.terminal, title));
	return {...tui, keep};
}

type Tui = Awaited<ReturnType<typeof openAt>>;

/** Goes down to a server by its name in the list; the mark of the selected row moves with each key. */
async function select(tui: Tui, name: string) {
	const marked = () => /^>.*$/m.exec(tui.screen())?.[0] ?? '';
	for (let row = 0; row < 20 && !marked().includes(name); row++) {
		const before = marked();
		tui.write('j');
		await tui.until('next row', () => marked() !== before);
	}
	await tui.sees(`CONSOLE ${name}`);
}

async function run(tui: Tui, command: string) {
	tui.write(command);
	await tui.sees(`rcon> ${command}`);
	tui.write('\r');
	await tui.sees(new RegExp(`me +> ${command} +.*\\d+ms`));
}

mkdirSync(folder, {recursive: true});

try {
	const small = await openAt(80, 24);
	await select(small, 'ark-isl-1');
	small.write('i');
	await run(small, 'ListPlayers');
	small.keep('deck-80x24', 'rcondeck in 80 columns: servers, console, RCON line');

	const large = await openAt(120, 40);
	await select(large, 'ark-isl-2');
	large.write('i');
	await run(large, 'SaveWorld');
	await run(large, 'ListPlayers');
	large.keep('deck-120x40', 'rcondeck in 120 columns: servers beside the console of the selected one');
	large.write('\x1b');
	large.write('R');
	await large.sees('Delay');
	// What comes in the first moments of a dialog was meant for what was there before.
	await setTimeout(500);
	large.write('15');
	await large.sees(/Delay +15/);
	large.write('\t');
	large.write('Restart for the update. Back in two minutes.');
	await large.sees('two minutes.');
	large.write('\r');
	await large.sees('Do nothing');
	large.keep(
		'restart-120x40',
		'the review of a restart: server, players, the exact request, and nothing done by default',
	);

	const many = await openAt(120, 34);
	// The one that is down, and all others of its game at the end of the list.
	many.write(' ');
	await many.sees('1 marked');
	await select(many, 'cs2-deathmatch');
	many.write('v');
	await many.sees('range');
	many.write('G');
	await many.sees('5 marked');
	many.write('i');
	await many.sees('[5 marked] rcon>');
	many.write('mp_roundtime');
	await many.sees('rcon> mp_roundtime');
	many.write('\r');
	await many.sees(/\d same/);
	await many.until('no more waiting', () => !many.screen().includes('waiting'));
	// What was said of the range goes by itself.
	await setTimeout(2000);
	await many.until('hints', () => !many.screen().includes('A range begins'));
	many.keep(
		'answers-120x34',
		'one command on several servers: equal answers in one group, what stands out first',
	);
	many.write('\x1b');
	await many.sees('SERVERS 10');
	many.write('6');
	await many.sees('every 3 minutes');
	many.keep(
		'automations-120x34',
		'automations: when they fire, in words, how the last run ended, and every step',
	);

	const wide = await openAt(200, 44);
	wide.write('S');
	await wide.sees('Do nothing');
	await setTimeout(500);
	wide.write('\t');
	wide.write('\r');
	await wide.sees(/cs2-scrim +CS2 +ONLINE/);
	await select(wide, 'ark-isl-1');
	wide.write('i');
	await run(wide, 'SaveWorld');
	await run(wide, 'ListPlayers');
	wide.keep(
		'timeline-200x44',
		'rcondeck in 200 columns: servers, console, and the timeline of the whole team',
	);
} finally {
	for (const close of closing) await close();
}
