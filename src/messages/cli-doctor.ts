/** `rcondeck doctor` */
export const doctorMessages = {
	description:
		'Examine paths, terminal, service, permissions, feed, clock and journal; nothing secret is shown',
	resetHelp: 'give the terminal back: screen, cursor, colours, paste, line editing',
};

/** What `doctor` finds on this machine. */
export const doctorMachineMessages = {
	program: (version: string, node: string, platform: string, arch: string) =>
		`rcondeck ${version}, Node ${node}, ${platform} ${arch}`,
	noFile: (folder: string) => `no file in ${folder}`,
	noTerm: 'no TERM',
	inside: (inside: string) => `, inside ${inside}`,
	size: (columns: number | undefined, rows: number | undefined) => `${columns} x ${rows}, `,
	noTerminal: 'no terminal, ',
	colours: (depth: number) => `, ${depth} bits of colour`,
	letters: (locale: string) => `UTF-8 (${locale})`,
	notUnicode: (locale: string) => `the locale ${locale} is not UTF-8: --ascii draws without other letters`,
	proxy: (host: string, hasLogin: boolean, variable: string) =>
		`proxy ${host}${hasLogin ? ' with a login' : ''} (${variable})`,
	clientCertificate: 'client certificate',
	clientKey: 'its key',
	noProxy: 'no proxy',
	noProxyFor: (hosts: string) => `not for ${hosts} (NO_PROXY)`,
	noJournal: (file: string) =>
		`${file} comes with the first session of the deck, or the first command that is sent`,
	damagedJournal: (file: string, problem: string) => `${file} is damaged: ${problem}`,
	unreadableJournal: 'cannot be read',
	foreignCache: (folder: string) =>
		`${folder} is not used: it is not a folder of yours that is closed to others (chmod 700)`,
	noCache: (folder: string) => `no folder ${folder}`,
};

/** What `doctor` finds of the service. */
export const doctorServiceMessages = {
	demoHere: 'the demo in this process',
	team: (team: string, credentials: string | undefined) =>
		`team ${team}${credentials === undefined ? '' : `, credentials: ${credentials}`}`,
	answered: (target: string, ms: number, who: string) => `${target} answered in ${ms} ms: ${who}`,
	maySee: (what: string) => `may see ${what}`,
	skew: (seconds: string, isBehind: boolean) =>
		`the service's clock is ${seconds} s ${isBehind ? 'behind' : 'ahead of'} this one`,
	feedProof: 'feed proof',
	delivered: (when: string) => `delivered own answers at ${when}`,
	notDelivered: (when: string, missed: number) =>
		`connected at ${when}, but did not deliver: ${missed} answers did not come back; check the destinations`,
	demo: 'the demo',
	noFeed: (where: string, why: string) => `${where}: ${why}; answers come with each poll`,
	feedIsOff: 'configured to be off',
	noAnswer: (seconds: number) => `no answer within ${seconds} s`,
	notWaitedFor: 'not waited for',
	live: (where: string, ms: number) => `${where}: live after ${ms} ms`,
	refused: (destination: string, reason: string) => `${destination} is refused (${reason})`,
	liveWithout: (text: string, refused: string) => `${text}, but ${refused}`,
};
