import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {openPtyTui} from '../pty/pty-tui.ts';
import {recordIncident} from './incident.ts';
import {animationOf, svgOf} from './svg.ts';
import type {Tui} from './tui.ts';

/** Takes the pictures for the documentation from the running program: `npm run screens`. */
const folder = path.resolve(import.meta.dirname, '../../assets/screens');
const closing: (() => Promise<void>)[] = [];

const keep = (name: string, svg: string) => writeFileSync(path.join(folder, `${name}.svg`), svg);
async function keepScreen(tui: Tui, name: string, title: string) {
	await wholeFrame();
	keep(name, svgOf(tui.emulator.terminal, title));
}

/** The text that was waited for may be in the upper rows of a frame whose lower ones still arrive. */
const wholeFrame = () => setTimeout(500);

async function openAt(columns: number, rows: number): Promise<Tui> {
	const tui = await openPtyTui({
		columns,
		rows,
		env: {COLORTERM: 'truecolor'},
		atEnd: close => closing.push(close),
	});
	await tui.isLive();
	await tui.sees(/^> *x? *cs2-scrim/m);
	return tui;
}

/** Goes to a server by its name, because the list is sorted by state and moves, and focuses the list. */
async function goTo(tui: Tui, name: string) {
	tui.write(':');
	await tui.sees('Palette');
	tui.write(`go ${name}`);
	await tui.sees(`go ${name}`);
	tui.write('\r');
	await tui.sees(`CONSOLE ${name}`);
	tui.write('1');
	await tui.sees('Enter Console');
}

/** Filters the list, and selects all that it shows. */
async function selectAll(tui: Tui, filter: string, count: number) {
	tui.write('/');
	await tui.sees('filter');
	tui.write(filter);
	await tui.sees(`${count} of 10`);
	tui.write('\r');
	await tui.until('end of the filter input', () => !/Enter keep/i.test(tui.screen()));
	tui.write('*');
	await tui.sees(new RegExp(`\\b${count} selected`));
}

async function run(tui: Tui, command: string) {
	tui.write(command);
	await tui.sees(`rcon> ${command}`);
	tui.write('\r');
	await tui.sees(new RegExp(`me +> ${command} +.*\\d+ms`));
}

/** A dialog ignores keys that arrive right after it opens. */
const acceptsKeys = () => setTimeout(1500);

async function makeSmall() {
	const tui = await openAt(80, 24);
	await goTo(tui, 'ark-isl-1');
	tui.write('i');
	await run(tui, 'ListPlayers');
	await keepScreen(tui, 'small', 'rcondeck in 80 columns: servers, console, command input');
}

async function makeOverviewAndRestart() {
	const tui = await openAt(120, 40);
	await goTo(tui, 'ark-isl-2');
	tui.write('i');
	await run(tui, 'SaveWorld');
	await run(tui, 'ListPlayers');
	await keepScreen(
		tui,
		'overview',
		'rcondeck in 120 columns: servers beside the console of the highlighted server',
	);
	tui.write('\x1b');
	tui.write('R');
	await tui.sees('Delay');
	await acceptsKeys();
	tui.write('15');
	await tui.sees(/Delay +\[15/);
	tui.write('\t');
	tui.write('Restart for the update. Back in two minutes.');
	await tui.sees('two minutes.');
	tui.write('\r');
	await tui.sees('Do nothing');
	await keepScreen(
		tui,
		'restart',
		'the review of a restart: server, players, the exact request, and Do nothing by default',
	);
}

async function makeResultsAndAutomations() {
	const tui = await openAt(120, 34);
	await selectAll(tui, 'game:cs2', 5);
	tui.write('i');
	await tui.sees(/\[5 selected\] rcon>/);
	tui.write('mp_roundtime');
	await tui.sees('rcon> mp_roundtime');
	tui.write('\r');
	await tui.sees('Press Enter again');
	await acceptsKeys();
	tui.write('\r');
	await tui.sees(/\d same/);
	await tui.until('no more waiting', () => !tui.screen().includes('waiting'));
	await keepScreen(
		tui,
		'results',
		'one command on several servers: equal answers in one group, the others first',
	);
	tui.write('\x1b');
	await tui.sees('SERVERS 5 of 10');
	tui.write('6');
	await tui.sees('every 15 minute');
	await keepScreen(tui, 'automations', 'automations: trigger, next run, last run, and every step');
}

async function makeDashboard() {
	const tui = await openAt(120, 34);
	tui.write('0');
	await tui.sees(/due +in /);
	await tui.sees(/last 12h: \d+ to /);
	await keepScreen(
		tui,
		'dashboard',
		'the dashboard: players, nodes, games, alerts, due actions and last events',
	);
}

async function makeTimeline() {
	const tui = await openAt(200, 44);
	tui.write('S');
	await tui.sees('Do nothing');
	await acceptsKeys();
	tui.write('\t');
	tui.write('\r');
	await tui.sees(/cs2-scrim +CS2 +RUNNING/);
	await goTo(tui, 'ark-isl-1');
	tui.write('i');
	await run(tui, 'SaveWorld');
	await run(tui, 'ListPlayers');
	await keepScreen(
		tui,
		'timeline',
		'rcondeck in 200 columns: servers, console, and the timeline of the team',
	);
}

async function makeRolling() {
	const tui = await openAt(120, 34);
	await selectAll(tui, 'game:ark', 5);
	tui.write('R');
	await tui.sees('Delay');
	await acceptsKeys();
	tui.write('\r');
	await tui.sees('Do nothing');
	await acceptsKeys();
	tui.write('5');
	tui.write('\t\t');
	await tui.sees('>Restart<');
	await acceptsKeys();
	tui.write('\r');
	await tui.sees('restart 0/5');
	tui.write('o');
	await tui.sees(/running .*1\/5/);
	await keepScreen(tui, 'rolling', 'a rolling restart: one server is back, one is restarting, three wait');
}

async function makePlayers() {
	const tui = await openAt(120, 34);
	tui.write('8');
	await tui.sees(/PLAYERS \d+ +on 9 servers/);
	await tui.sees('journal');
	await keepScreen(tui, 'players', 'the players on all servers, with the details of one');
}

async function makeIncident() {
	const tui = await openAt(100, 30);
	keep(
		'incident',
		animationOf(
			await recordIncident(tui),
			'rcondeck: a server is down; jump to it, start it, check it, restart another',
		),
	);
}

mkdirSync(folder, {recursive: true});
const only = process.argv.slice(2);
const pictures = {
	small: makeSmall,
	overview: makeOverviewAndRestart,
	results: makeResultsAndAutomations,
	dashboard: makeDashboard,
	timeline: makeTimeline,
	rolling: makeRolling,
	players: makePlayers,
	incident: makeIncident,
};

for (const [name, make] of Object.entries(pictures)) {
	if (only.length > 0 && !only.includes(name)) continue;
	try {
		await make();
	} finally {
		for (const close of closing.splice(0)) await close();
	}
}
