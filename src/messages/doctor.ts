import {example} from './action-words.ts';
import {plural} from '../lib/text/plural.ts';

/** `rcondeck doctor` */
export const doctorMessages = {
	description: 'Check the installation, the terminal and the service',
	examples: [
		example('Check everything', 'rcondeck doctor'),
		example('Reset a terminal that shows garbage', 'rcondeck doctor --reset-terminal'),
	],
	resetHelp: 'Reset the terminal after a crash',
	reportHelp: 'Write findings, settings and the end of the log to a new archive (.tar.gz) for an issue',
	withCommandsHelp: 'Include commands and answers from the journal in --report',
	commandsWithoutReport: 'Add --report to use --with-commands.',
};

/** What `doctor` finds on this machine. */
export const doctorMachineMessages = {
	program: (version: string, node: string, platform: string, arch: string) =>
		`rcondeck ${version}, Node ${node}, ${platform} ${arch}`,
	noFile: (folder: string) => `no files in ${folder}`,
	noTerm: 'TERM is not set',
	inside: (inside: string) => `, inside ${inside}`,
	size: (columns: number | undefined, rows: number | undefined) => `${columns} x ${rows}, `,
	noTerminal: 'no terminal, ',
	colors: (depth: number) => `, ${depth}-bit color`,
	letters: (locale: string) => `UTF-8 (${locale})`,
	noLocale: 'no locale is set, so UTF-8 is assumed; if characters look wrong, use --ascii',
	notUnicode: (locale: string) =>
		`the locale ${locale} is not UTF-8, so rcondeck uses only ASCII characters; set LC_ALL=C.UTF-8 to show all characters`,
	proxy: (host: string, hasLogin: boolean, variable: string) =>
		`proxy ${host}${hasLogin ? ' with a login' : ''} (${variable})`,
	clientCertificate: 'client certificate',
	clientKey: 'client key',
	noProxy: 'no proxy',
	noProxyFor: (hosts: string) => `except for ${hosts} (NO_PROXY)`,
	noJournal: (file: string) => `none yet; the first session or command creates ${file}`,
	damagedJournal: (file: string, problem: string) => `${file} is damaged: ${problem}`,
	foreignCache: (folder: string) =>
		`${folder} is not used: it must be owned by you and private; run chown or chmod 700 on it`,
	noCache: (folder: string) => `${folder} does not exist`,
};

type AgentFacts = Record<'since' | 'version' | 'reason', string | undefined>;

/** What `doctor` finds about the service. */
export const doctorServiceMessages = {
	localHere: 'local service',
	demoHere: 'demo in this process',
	team: (team: string, credentials: string | undefined) =>
		`team ${team}${credentials === undefined ? '' : `, credentials: ${credentials}`}`,
	answered: (target: string, ms: number, who: string) => `${target} answered in ${ms}ms: ${who}`,
	maySee: (what: string) => `can see ${what}`,
	connected: (nodes: number) => `${plural(nodes, 'node')} connected`,
	neverConnected: (name: string) =>
		`${name} has never connected; run \`rcondeck agent\` with its token there`,
	away: (name: string, status: string, {since, version, reason}: AgentFacts) => {
		const facts = [version && `version ${version}`, since && `last alive ${since}`]
			.filter(Boolean)
			.join(', ');
		const agent = facts === '' ? '' : ` (${facts})`;
		return `${name} is ${status}; check its agent${agent}${reason ? `: ${reason}` : ''}`;
	},
	skew: (seconds: string, isBehind: boolean) =>
		`the clock of the service is ${seconds}s ${isBehind ? 'slow' : 'fast'}`,
	feedProof: 'feed check',
	delivered: (when: string) => `delivered your own answers at ${when}`,
	notDelivered: (when: string, missed: number) =>
		`connected at ${when}, but ${missed} answers did not arrive; check the destinations`,
	noFeed: (where: string, why: string) => `${where}: ${why}; answers arrive with each poll`,
	feedIsOff: 'turned off in the configuration',
	noAnswer: (seconds: number) => `no answer within ${seconds}s`,
	notWaitedFor: 'stopped waiting',
	live: (where: string, ms: number) => `${where}: live after ${ms}ms`,
	refused: (destination: string, reason: string) => `${destination} refused (${reason})`,
	liveWithout: (text: string, refused: string) => `${text}, but ${refused}`,
};

/** Entries of `--log-file`. Their details are in fields. */
export type LoggedBody = 'request' | 'answer' | 'frame';
export const diagnosticLogMessages = {
	start: 'rcondeck started',
	config: 'Configuration',
	end: 'rcondeck ended',
	reached: (what: 'firstPaint' | 'firstList' | 'lineMode') =>
		({firstPaint: 'First paint', firstList: 'First list', lineMode: 'Line mode is ready'})[what],
	request: 'Request',
	body: (of: LoggedBody) => `Body of the ${of}`,
	feed: (status: string) => `Feed ${status}`,
	frame: (isSent: boolean) => `Feed frame ${isSent ? 'sent' : 'received'}`,
	unreadable: 'Unreadable message from the feed',
	bug: 'Bug in rcondeck',
	origin: (name: string, origin: string) => `${name} from ${origin}`,
};

/** Options of `--log-file`. */
export const logOptionMessages = {
	levelWithoutFile:
		'Add --log-file or set RCONDECK_LOG: --log-level needs a file, except with `rcondeck serve`.',
	verboseInTui: '-v works with commands. With the TUI, use --log-file.',
	verboseAndFile: 'Use either -v or --log-file, not both.',
	wrongLevel: (level: string, levels: readonly string[]) =>
		`Invalid RCONDECK_LOG_LEVEL \`${level}\`. Use ${levels.join(', ')}.`,
};

/** `rcondeck doctor --report` */
export const diagnosticReportMessages = {
	about: {
		readme: 'what the files contain',
		program: 'versions, platform and terminal',
		findings: 'what rcondeck doctor found',
		config: 'effective settings and their origins',
		journal: 'size, integrity and counts of the journal',
		log: 'end of the log file, with commands and bodies only with --with-commands',
		bug: 'bug report',
		commands: 'commands, answers and events from the journal',
	},
	readme: (parts: readonly {name: string; about: string}[]) =>
		[
			'Diagnostic report of rcondeck. Secrets are removed; hosts, IP and email addresses are replaced. Names of',
			'servers and teams remain. Review the files before you share them.',
			'',
			...parts.map(({name, about}) => `${name}: ${about}`),
			'',
		].join('\n'),
	noJournal: 'no journal',
	written: (file: string) => `Report: ${file}`,
	part: (name: string, bytes: number, about: string) => `  ${name} (${bytes} bytes): ${about}`,
	readFirst:
		'Secrets, hosts and addresses are removed; server names remain. Review the files before you attach them.',
	noLog:
		'To include a log, reproduce the problem with --log-file FILE, then run doctor with the same --log-file.',
};
