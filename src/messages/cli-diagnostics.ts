/** Entries of `--log-file`. Their details are in fields. */
export const diagnosticLogMessages = {
	start: 'rcondeck started',
	config: 'Configuration',
	end: 'rcondeck ended',
	reached: (what: 'firstPaint' | 'firstList' | 'lineMode') =>
		({firstPaint: 'First paint', firstList: 'First list', lineMode: 'Line mode is ready'})[what],
	request: 'Request',
	body: (of: 'request' | 'answer' | 'frame') => `Body of the ${of}`,
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
			'servers and teams remain. Read the files before you pass them on.',
			'',
			...parts.map(({name, about}) => `${name}: ${about}`),
			'',
		].join('\n'),
	noJournal: 'no journal',
	written: (file: string) => `Report: ${file}`,
	part: (name: string, bytes: number, about: string) => `  ${name} (${bytes} bytes): ${about}`,
	readFirst:
		'Secrets, hosts and addresses are removed, names of servers remain. Read the files before you attach them.',
	noLog:
		'To include a log, reproduce the problem with --log-file FILE, then run doctor with the same --log-file.',
};
