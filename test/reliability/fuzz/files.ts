import {execFileSync} from 'node:child_process';
import {appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {sourceFormats} from '../../../src/adopt/format-names.ts';
import {detectFormat, readSource} from '../../../src/adopt/formats.ts';
import {planAdoption} from '../../../src/adopt/plan.ts';
import {readLists} from '../../../src/cli/completion/completion-cache.ts';
import {loadConfig} from '../../../src/config/load.ts';
import {pictureFacts} from '../../../src/contract/pictures.ts';
import {printableLine} from '../../../src/lib/text/text.ts';
import {UsageError} from '../../../src/lib/errors.ts';
import {BackupError, extractArchive} from '../../../src/service/own/archive.ts';
import {createLineDecoder} from '../../../src/service/console/tcp-stream.ts';
import {followOutput, readOutput} from '../../../src/service/power/output-follower.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {bytesOf, inputOf, pick, promise, textOf, type Random, type Target} from './target.ts';

export const newFolder = () => mkdtempSync(path.join(tmpdir(), 'fuzz-'));
export const remove = (folder: string) => rmSync(folder, {recursive: true, force: true});

const adoptSamples = [
	'[servers.one]\naddress = "127.0.0.1:25575"\ngame = "MINECRAFT"\npassword = "x"\n',
	'name,host,port,password\n"One ""1""",10.0.0.1,27015,secret\n\ttwo;2\n',
	'services:\n  mc:\n    image: itzg/minecraft-server\n    ports: ["25575:25575"]\n    environment: &e\n      RCON_PASSWORD: ${PASS:-x}\n',
	'rconpassword="x"\nport="27015"\nrconport="${port}"\n[ -f a ] && rconport=$(cat a)\n',
	'default:\n  address: "127.0.0.1:27015"\n  password: "x"\n  type: rcon\n',
	"#!/bin/sh\nexport MCRCON_PASS='x'\nalias say='mcrcon -H 10.0.0.1 -P 25575 -p \"$MCRCON_PASS\" say'\n",
	'[one]\nsHost=10.0.0.1\nsPort=27015\nsPass=x\n',
];

const adopt: Target = {
	name: 'files of adopt',
	open: () => ({
		words: [
			'$(',
			'${',
			'`',
			'\n',
			'&a ',
			'*a',
			'<<: *a',
			'- ',
			': ',
			'[[',
			']]',
			'{{',
			'"',
			"'",
			'\\',
			',',
			';',
			'\t',
			'__proto__',
			'\n\n\n\n',
		],
		sample: random => inputOf(pick(random, adoptSamples)),
		feed: input => {
			const text = textOf(input);
			detectFormat({path: '/srv/file', text});
			for (const format of sourceFormats) {
				try {
					const reading = readSource(format, {path: '/srv/rust/rust.cfg', text, near: () => text});
					for (const {name} of planAdoption(reading, {known: [], gameType: 'MINECRAFT'}))
						promise(printableLine(name) === name && name.length <= 100, 'a name that acts on a terminal');
				} catch (error) {
					if (!(error instanceof UsageError)) throw error;
				}
			}
		},
	}),
};

const config: Target = {
	name: 'configuration',
	open: () => {
		const folder = newFolder();
		const file = path.join(folder, 'config.toml');
		const env = {RCONDECK_CONFIG_DIR: folder, RCONDECK_STATE_DIR: folder, HOME: folder};
		const samples = [
			'profile = "eu"\ntheme = "dark"\n[profiles.eu]\nurl = "https://example.com"\nread_only = true\n[profiles.eu.feed]\nurl = "wss://example.com"\n',
			'poll_seconds = 5\n[keys]\n"input.send" = ["ctrl+s"]\n[commands.a]\nrcon = "status {1}"\nkey = "f5"\n[views.down]\nfilter = "down"\n',
			'[aliases]\ns = "status"\n[alerts]\nwebhook = "https://example.com/hook"\ndangerous = ["-kick"]\n',
		];
		return {
			words: [
				'[',
				']',
				'[[',
				'=',
				'"',
				'"""',
				'{',
				'}',
				'\n',
				'inf',
				'nan',
				'1e9',
				'2026-01-01',
				'__proto__',
				'\\u0000',
			],
			sample: random => inputOf(pick(random, samples)),
			feed: input => {
				writeFileSync(file, bytesOf(input));
				try {
					const {settings} = loadConfig({flags: {}, env});
					promise(Number.isFinite(settings.poll_seconds), 'an interval is no number');
				} catch (error) {
					if (!(error instanceof UsageError)) throw error;
				}
			},
			close: () => remove(folder),
		};
	},
};

const pictures: Target = {
	name: 'pictures',
	open: () => {
		const samples = [
			Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x0c\0\0\0\x09\x08\x06\0\0\0', 'latin1'),
			Buffer.from('GIF89a\x01\0\x01\0', 'latin1'),
		];
		return {
			words: ['IHDR', 'WEBP', 'GIF'],
			sample: random => [pick(random, samples)],
			feed: input => void pictureFacts(new Uint8Array(bytesOf(input))),
		};
	},
};

const output: Target = {
	name: 'output of a process',
	open: () => {
		const folder = newFolder();
		let files = 0;
		return {
			words: ['\n', '\r\n', '\0'],
			sample: (random: Random) =>
				inputOf('Server started\n', `${pick(random, ['a', 'grüße', '🦖'])}\n`, 'half a ', 'line\n'),
			feed: async input => {
				const file = path.join(folder, String(files++));
				writeFileSync(file, '');
				const clock = manualClock();
				const follower = followOutput(file, clock, 0);
				const found: string[] = [];
				readOutput(follower.output, line => found.push(line));
				for (const chunk of input.slice(0, 20)) {
					appendFileSync(file, chunk);
					follower.trim();
					await clock.advance(100);
				}
				follower.end();
				await clock.advance(0);
				const expected: string[] = [];
				const decoder = createLineDecoder(line => void (line !== '' && expected.push(line)));
				decoder.push(bytesOf(input.slice(0, 20)));
				promise(found.join('\n') === expected.join('\n'), 'lines are lost or new');
				rmSync(file);
			},
			close: () => remove(folder),
		};
	},
};

const completions: Target = {
	name: 'completion cache',
	open: () => {
		const folder = newFolder();
		const file = path.join(folder, 'completion.json');
		const one = {
			service: 'https://example.com',
			lists: {servers: [{id: 'a', name: 'Alpha', state: 'ONLINE'}], nodes: []},
		};
		return {
			words: ['null', '[]', '{}', '"id":', '"service":', '"lists":', '"servers":', '"__proto__":'],
			sample: () => inputOf(JSON.stringify({services: [one, {...one, service: 'b'}]})),
			feed: input => {
				writeFileSync(file, bytesOf(input));
				for (const {service, lists} of readLists(folder)) {
					promise(typeof service === 'string', 'a service is no text');
					for (const {id, name = ''} of lists.servers ?? [])
						promise(typeof id === 'string' && typeof name === 'string', 'a name is no text');
				}
			},
			close: () => remove(folder),
		};
	},
};

/** Archives that tar reads: nothing appears outside of the folder for their files. */
const archives: Target = {
	name: 'archives',
	pace: 'slow',
	open: () => {
		const folder = newFolder();
		const world = path.join(folder, 'world');
		mkdirSync(world);
		writeFileSync(path.join(world, 'level.dat'), 'level');
		writeFileSync(path.join(world, 'a file'), 'x'.repeat(2000));
		const tar = execFileSync('tar', ['-cf', '-', '-C', world, '.']);
		let turn = 0;
		return {
			words: ['../', '/tmp/', 'ustar', '\0', '0000777', '2', '1', '../../level.dat'],
			maxBytes: 2 * tar.length,
			sample: () => [tar],
			feed: async input => {
				const place = path.join(folder, String(turn++));
				mkdirSync(place);
				const file = path.join(place, 'backup.tar.gz');
				const bytes = bytesOf(input);
				writeFileSync(file, bytes.length % 5 === 0 ? bytes : gzipSync(bytes, {level: 1}));
				try {
					await extractArchive({
						directory: path.join(place, 'restored'),
						file,
						env: process.env,
						signal: AbortSignal.timeout(20_000),
					});
				} catch (error) {
					if (!(error instanceof BackupError)) throw error;
				}
				const found = readdirSync(place).toSorted();
				promise(found.join() === 'backup.tar.gz,restored', `files outside of the folder: ${found.join()}`);
				execFileSync('chmod', ['-R', 'u+rwx', place]);
				remove(place);
			},
			close: () => remove(folder),
		};
	},
};

export const files: readonly Target[] = [adopt, config, completions, pictures, output, archives];
