import path from 'node:path';
import {readArrcon} from './arrcon.ts';
import {readCompose} from './compose.ts';
import {readCsv} from './csv.ts';
import type {Reading, SourceFile} from './found.ts';
import {isGameSettings, readGameSettings} from './game-settings.ts';
import {readLinuxGsm} from './linuxgsm.ts';
import {readMcrcon} from './mcrcon.ts';
import {readRconCli} from './rcon-cli.ts';
import {readToml} from './toml.ts';
import type {SourceFormat} from './format-names.ts';

const readers: Readonly<Record<SourceFormat, (source: SourceFile) => Reading>> = {
	toml: readToml,
	csv: readCsv,
	compose: readCompose,
	linuxgsm: readLinuxGsm,
	'rcon-cli': readRconCli,
	mcrcon: readMcrcon,
	arrcon: readArrcon,
	'game-settings': readGameSettings,
};

/** Reads a file in a format. Throws `UsageError` if it cannot be read at all. */
export const readSource = (format: SourceFormat, source: SourceFile): Reading => readers[format](source);

const byExtension: ReadonlyMap<string, SourceFormat> = new Map([
	['.toml', 'toml'],
	['.csv', 'csv'],
	['.tsv', 'csv'],
	['.cfg', 'linuxgsm'],
	['.hosts', 'arrcon'],
	['.ini', 'arrcon'],
	['.sh', 'mcrcon'],
	['.bash', 'mcrcon'],
	['.service', 'mcrcon'],
]);

const isYaml = /^\.(ya?ml|json)$/;
// No pattern begins with `\s*`: on many empty lines, its search would take quadratic time.
const isCompose = /^[ \t]*["']?services["']?[ \t]*:/m;

/** Detection rules, in the order in which they are tried. */
const signs: readonly (readonly [SourceFormat, RegExp])[] = [
	['compose', isCompose],
	['mcrcon', /\bmcrcon\b|\bMCRCON_(HOST|PORT|PASS)=/],
	['toml', /^\[servers\./m],
	['arrcon', /^[ \t]*(sHost|sDefaultHost|hostname)[ \t]*=/im],
	['linuxgsm', /^[ \t]*(rconport|rconpassword)=/m],
	['rcon-cli', /^[ \t]*(export[ \t]+)?(RCON_)?(HOST|PORT|PASSWORD)[ \t]*=/im],
	['rcon-cli', /^[ \t]*["']?(address|host|password)["']?[ \t]*:/m],
	['csv', /^"?sep=.|^[^\n]*\bname\b[^\n]*[,;\t]|^[^\n]*[,;\t][^\n]*\bname\b/i],
];

/** Finds the format of a file by its name, else by its content. */
export function detectFormat({
	path: file,
	text,
}: Pick<SourceFile, 'path' | 'text'>): SourceFormat | undefined {
	const extension = path.extname(file).toLowerCase();
	if (isGameSettings({path: file, text})) return 'game-settings';
	const isNamedCompose = /^(docker-)?compose\b.*\.ya?ml$/i.test(path.basename(file));
	if (isYaml.test(extension)) return isNamedCompose || isCompose.test(text) ? 'compose' : 'rcon-cli';
	return byExtension.get(extension) ?? signs.find(([, sign]) => sign.test(text))?.[0];
}
