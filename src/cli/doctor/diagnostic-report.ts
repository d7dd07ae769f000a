import {
	closeSync,
	fstatSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	rmSync,
	writeSync,
} from 'node:fs';
import {hostname, release} from 'node:os';
import path from 'node:path';
import {isSea} from 'node:sea';
import {gzipSync} from 'node:zlib';
import {packTar} from 'modern-tar';
import {WriteStream} from 'node:tty';
import {loadConfig} from '../../config/load.ts';
import {directory} from '../../config/paths.ts';
import {readStatistics} from '../../journal/statistics.ts';
import {parseJson} from '../../lib/json/json.ts';
import {rotatedName} from '../../lib/files/log-file.ts';
import {createRedact} from '../../lib/secrets/redact.ts';
import {withoutSecrets} from '../../lib/secrets/secret-patterns.ts';
import {openNonBlocking} from '../../lib/files/regular-file.ts';
import {UsageError} from '../../lib/errors.ts';
import {diagnosticReportMessages} from '../../messages/doctor.ts';
import {readProblem, writeProblem} from '../../messages/text.ts';
import type {Globals} from '../start/command-run.ts';
import {valuesToShare} from '../commands/config-values.ts';
import type {Finding} from './doctor-local.ts';
import type {Io} from '../output/io.ts';
import {journalPath, readJournal} from '../start/journal-file.ts';
import {journalDocument} from '../output/journal-text.ts';
import {logFileOf} from '../output/log-option.ts';
import {version} from '../start/version.ts';

type Part = {name: string; about: string; text: string};
/** A part as it was written. */
export type ReportPart = {name: string; bytes: number; about: string};
export type DiagnosticReport = {
	file: string;
	/** Collects everything and writes the archive. */
	write: (findings: readonly Finding[], options: {withCommands: boolean}) => Promise<ReportPart[]>;
	/** Removes an archive that was not written. */
	abandon: () => void;
};

/** The newest part of the log, and of the commands. */
const [maxLogBytes, maxCommands, maxBugReports] = [1024 * 1024, 1000, 3];

/** Creates the archive of `doctor --report`. Throws `UsageError` if the file exists or cannot be written. */
export function openDiagnosticReport(io: Io, flags: Globals, name: string | undefined): DiagnosticReport {
	const at = new Date();
	const file = path.resolve(
		name ?? `rcondeck-report-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`,
	);
	let opened: number;
	try {
		opened = openSync(file, 'wx', 0o600);
	} catch (error) {
		throw new UsageError(writeProblem(error, file));
	}
	return {
		file,
		write: async (findings, options) => {
			const parts = withReadme(hidden(io, await collect(io, flags, findings, options)));
			const packed = await packTar(
				parts.map(({name: each, text}) => ({
					header: {name: `rcondeck-report/${each}`, size: Buffer.byteLength(text), mode: 0o600, mtime: at},
					body: text,
				})),
			);
			const bytes = gzipSync(packed);
			for (let done = 0; done < bytes.length;) done += writeSync(opened, bytes, done);
			closeSync(opened);
			return parts.map(({text, ...part}) => ({...part, bytes: Buffer.byteLength(text)}));
		},
		abandon: () => rmSync(file, {force: true}),
	};
}

async function collect(
	io: Io,
	flags: Globals,
	findings: readonly Finding[],
	{withCommands}: {withCommands: boolean},
): Promise<Part[]> {
	const {about} = diagnosticReportMessages;
	const stateDir = directory(io.env, 'RCONDECK_STATE_DIR').path;
	const journal = journalPath(stateDir);
	const json = (name: string, what: keyof typeof about, value: unknown): Part => ({
		name,
		about: about[what],
		text: `${JSON.stringify(value, null, 2)}\n`,
	});
	return [
		json('program.json', 'program', programFacts(io)),
		json('findings.json', 'findings', findings),
		json('config.json', 'config', await configOf(io, flags)),
		json('journal.json', 'journal', statisticsOf(journal)),
		...logTail(io, flags, withCommands).map(text => ({name: 'log.jsonl', about: about.log, text})),
		...bugReports(stateDir).map(({name, text}) => ({name: `bugs/${name}`, about: about.bug, text})),
		...(withCommands
			? [{name: 'commands.jsonl', about: about.commands, text: await commandsIn(io, journal)}]
			: []),
	];
}

/** Hides addresses, and secrets again, because other programs can write into the files. */
function hidden({env}: Io, parts: readonly Part[]): Part[] {
	const redact = createRedact(env);
	const clean = parts.map(part => ({...part, text: redact(part.text)}));
	const hide = hideAddresses(
		clean.map(({text}) => text),
		[hostname()],
	);
	return clean.map(part => ({...part, text: hide(part.text)}));
}

function withReadme(parts: readonly Part[]): Part[] {
	const {readme, about} = diagnosticReportMessages;
	return [{name: 'README.txt', about: about.readme, text: readme(parts)}, ...parts];
}

function programFacts(io: Io): Record<string, unknown> {
	const {platform, arch, versions, execArgv} = process;
	return {
		rcondeck: version,
		kind: isSea() ? 'executable' : 'bundle',
		node: versions.node,
		nodeOptions: execArgv,
		platform,
		arch,
		release: release(),
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		terminal: terminalFacts(io),
	};
}

async function configOf(io: Io, flags: Globals): Promise<unknown> {
	try {
		const config = loadConfig({flags, env: io.env});
		return {service: config.service, values: await valuesToShare(config)};
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return {problem: error.message};
	}
}

function statisticsOf(file: string): unknown {
	try {
		return readStatistics(file) ?? {problem: diagnosticReportMessages.noJournal};
	} catch (error) {
		return {problem: readProblem(error, file)};
	}
}

/** Returns the entries at the end of the log file, and of the one before if there is room. */
function logTail({env, diagnostics}: Io, flags: Globals, withCommands: boolean): string[] {
	const file = logFileOf(env, flags);
	if (file === undefined) return [];
	diagnostics?.flush();
	const newest = tailOf(file, maxLogBytes) ?? '';
	const older = tailOf(rotatedName(file), maxLogBytes - Buffer.byteLength(newest)) ?? '';
	const entries = (older + newest).split('\n').flatMap(line => sharedEntry(line, withCommands));
	return entries.length === 0 ? [] : [`${entries.join('\n')}\n`];
}

/** Returns nothing for a line that is not an entry: the file may be something else. */
function sharedEntry(line: string, withCommands: boolean): string[] {
	try {
		const entry = parseJson(line) as {event?: unknown};
		if (typeof entry.event !== 'string') return [];
		if (withCommands) return [line];
		if (entry.event === 'body') return [];
		return [entry.event === 'command' ? JSON.stringify({...entry, command: '***'}) : line];
	} catch {
		return [];
	}
}

function tailOf(file: string, bytes: number): string | undefined {
	if (bytes <= 0) return undefined;
	try {
		const opened = openNonBlocking(file);
		try {
			const facts = fstatSync(opened);
			if (!facts.isFile()) return undefined;
			const from = Math.max(0, facts.size - bytes);
			const buffer = Buffer.alloc(facts.size - from);
			const text = buffer.toString('utf8', 0, readSync(opened, buffer, 0, buffer.length, from));
			// The first line may be cut.
			return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
		} finally {
			closeSync(opened);
		}
	} catch {
		return undefined;
	}
}

function bugReports(stateDir: string): {name: string; text: string}[] {
	try {
		return readdirSync(stateDir)
			.filter(name => /^report-.*\.txt$/.test(name))
			.toSorted()
			.slice(-maxBugReports)
			.map(name => ({name, text: readFileSync(path.join(stateDir, name), 'utf8')}));
	} catch {
		return [];
	}
}

async function commandsIn(io: Io, file: string): Promise<string> {
	const lines = (await readJournal(io, {path: file}, {limit: maxCommands})) ?? [];
	return lines.map(line => `${withoutSecrets(JSON.stringify(journalDocument(line)))}\n`).join('');
}

const urlHost = /\b(?:https?|wss?):\/\/(?:[^\s/"'@?#]*@)?(\[[^\]\s]*\]|[^\s/:"'?#\\),]+)/gi;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const ipv4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)/g;

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/i.test(host);

/**
Returns a function that replaces the hosts of all URLs in some texts, and other names, by `host-1` and so on, the same in each
text. It also hides IPv4 and email addresses. Addresses of this machine for itself remain.
*/
export function hideAddresses(
	texts: Iterable<string>,
	names: Iterable<string> = [],
): (text: string) => string {
	const hosts = new Set<string>();
	for (const name of names) if (name.length > 2 && !isLoopback(name)) hosts.add(name.toLowerCase());
	for (const text of texts)
		for (const [, host = ''] of text.matchAll(urlHost)) if (!isLoopback(host)) hosts.add(host.toLowerCase());
	const numbered = [...hosts].map((host, at) => [host, `host-${at + 1}`] as const);
	// One name may be part of another.
	const ordered = numbered.toSorted(([a], [b]) => b.length - a.length);
	return text => {
		const hidden = ordered.reduce(
			(rest, [host, label]) => rest.replaceAll(new RegExp(RegExp.escape(host), 'gi'), label),
			text,
		);
		return hidden
			.replaceAll(email, 'EMAIL')
			.replaceAll(ipv4, address => (isLoopback(address) ? address : 'ADDRESS'));
	};
}

/** Variables about the terminal whose values are not secrets. */
const shown = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'LANG', 'LC_ALL', 'LC_CTYPE'];
/** Variables of which only the presence matters. */
const noted = [
	'TMUX',
	'STY',
	'SSH_CONNECTION',
	'MOSH_CONNECTION',
	'NO_COLOR',
	'FORCE_COLOR',
	'WT_SESSION',
	'CI',
];

/** The terminal and its variables in the environment. */
function terminalFacts({env, terminal, stdin, stdout}: Io): Record<string, unknown> {
	const output = terminal?.stdout;
	return {
		stdin: stdin.isTTY === true,
		stdout: stdout.isTTY === true,
		columns: output?.columns,
		rows: output?.rows,
		colorDepth: output instanceof WriteStream ? output.getColorDepth(env) : undefined,
		variables: Object.fromEntries(
			shown.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])),
		),
		set: noted.filter(name => (env[name] ?? '') !== ''),
	};
}
