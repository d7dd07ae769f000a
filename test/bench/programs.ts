import {execFileSync} from 'node:child_process';
import {setTimeout as pause} from 'node:timers/promises';
import path from 'node:path';
import {writeFileSync} from 'node:fs';
import {findProgram} from './find-program.ts';
import {makeHome, openProgram, restSeconds, type Program} from './program.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row, type Run} from './row.ts';
import {openServedDemo} from './served-demo.ts';

const turns = 9;
const keyCount = 20;
/** A key and what it draws; short enough that a clock rarely gets between. */
const keyMs = 120;

type Peer = {
	name: string;
	command: readonly string[];
	env?: Record<string, string>;
	shows: string | RegExp;
	presses: readonly Press[];
};

/** Two keys that undo each other, after those that lead there. */
type Press = {what: string; before?: string; keys: readonly [string, string]};

const letter: Press = {what: 'types a letter', keys: ['a', '\x7f']};
const cursor: Press = {what: 'moves the cursor', keys: ['\x1b[B', '\x1b[A']};
const others = {
	htop: {args: [], shows: /F10/, presses: [cursor], install: 'apt-get install htop'},
	weechat: {
		args: ['--no-connect', '--temp-dir'],
		shows: 'WeeChat',
		presses: [letter],
		install: 'apt-get install weechat-curses',
	},
	lazygit: {
		args: [],
		shows: 'Local branches',
		presses: [cursor],
		install: 'in Debian 13: apt-get install lazygit',
	},
} as const;

/** A repository with files to move over. */
function makeRepository(home: string): void {
	const git = (...args: string[]) => execFileSync('git', args, {cwd: home, stdio: 'ignore'});
	git('init');
	for (let index = 0; index < 50; index++) writeFileSync(path.join(home, `file-${index}`), 'text\n');
}

async function bytesPerKey(program: Program, {before: lead = '', keys}: Press): Promise<number> {
	program.write(lead);
	await pause(1000);
	const bytes: number[] = [];
	for (let turn = 0; turn < keyCount; turn++) {
		const before = program.bytes();
		program.write(keys[turn % 2] ?? '');
		await pause(keyMs);
		bytes.push(program.bytes() - before);
	}
	return quantile(bytes, 0.5);
}

/**
Compares rcondeck, connected to a served demo with its feed, with other programs that people leave open in a terminal:
start, idle CPU and memory, bytes per key. All idle at the same time, for a minute by default.
*/
export const run: Run = async ({seconds = 60}) => {
	const demo = await openServedDemo();
	const {home, remove} = makeHome();
	const found = Object.entries(others).map(([name, {args, ...other}]) => ({
		...other,
		name,
		file: findProgram(name),
		args,
	}));
	const peers: Peer[] = [
		{
			name: 'rcondeck',
			command: [process.execPath, path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs')],
			env: demo.env,
			shows: /ark-isl-1 .*ONLINE/,
			presses: [
				{...cursor, before: 'jjj'},
				{...letter, before: 'i'},
			],
		},
		...found.flatMap(({file, args, ...other}) =>
			file === undefined ? [] : [{...other, command: [file, ...args]}],
		),
	];
	const missing = found.flatMap(({name, file, install}): Row[] =>
		file === undefined ? [{what: `Compared with ${name}`, figure: `not installed: ${install}`}] : [],
	);
	if (peers.some(({name}) => name === 'lazygit')) makeRepository(home);
	const open = (peer: Peer) => openProgram({...peer, home});
	try {
		const starts = peers.map(() => [] as number[]);
		// The first round writes what the later ones find, such as a code cache, and does not count.
		for (let turn = -1; turn < turns; turn++) {
			for (const [index, peer] of peers.entries()) {
				const program = await open(peer);
				if (turn >= 0) starts[index]?.push(program.readyMs);
				await (turn < 0 ? program.quit('q') : program.kill());
			}
		}
		const programs = await Promise.all(peers.map(open));
		await pause(restSeconds * 1000);
		const before = programs.map(program => ({cpu: program.cpuSeconds(), bytes: program.bytes()}));
		await pause(seconds * 1000);
		const idle = programs.map((program, index) => ({
			cpu: ((program.cpuSeconds() - (before[index]?.cpu ?? 0)) / seconds) * 100,
			bytes: (program.bytes() - (before[index]?.bytes ?? 0)) / seconds,
			...program.memory(),
		}));
		const keyRows: Row[][] = [];
		for (const [index, program] of programs.entries()) {
			const its: Row[] = [];
			for (const press of peers[index]?.presses ?? []) {
				const bytes = await bytesPerKey(program, press);
				its.push(rowOf(`${peers[index]?.name}: a key that ${press.what}`, bytes, {unit: 'bytes'}));
			}
			keyRows.push(its);
		}
		for (const program of programs) await program.kill();
		return [
			...peers.flatMap(({name}, index): Row[] => {
				const its = idle[index];
				if (!its) return [];
				return [
					rowOf(`${name}: start to first screen with content`, quantile(starts[index] ?? [], 0.5), {
						unit: 'ms',
					}),
					rowOf(`${name}: idle CPU`, its.cpu, {
						unit: '% of a core',
						detail: `${its.bytes.toFixed(0)} bytes/s`,
					}),
					rowOf(`${name}: resident memory`, its.rss, {unit: 'MB', detail: `PSS ${its.pss.toFixed(0)} MB`}),
					...(keyRows[index] ?? []),
				];
			}),
			...missing,
		];
	} finally {
		demo.close();
		remove();
	}
};
