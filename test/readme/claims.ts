/** A test of a claim: its file below `test`, without `.test.ts`, and its name. */
type Proof = readonly [file: string, name: string];

/** The beginning of each claim of the README, and the tests of it. */
export const readmeClaims: Readonly<Record<string, readonly Proof[]>> = {
	'A terminal UI and command line': [
		['journeys/cause-first', 'a lost node leads the alert line, and ! goes to it'],
		['shipped/own-servers', 'an added server is listed and queried without a hosted service'],
		['cli/consent', 'needs --yes without a terminal where it can do harm'],
		['actions/risk', 'previews the message as players see it'],
	],
	'It manages your own servers': [
		['pty/first-server', 'the three lines of the README create a private password file'],
		['service/conformance/conformance', 'keeps every fact of the specification over HTTP'],
		['tui/slow-terminal', 'while the terminal is blocked one frame waits instead of a queue'],
		['journeys/line-mode', 'Enter alone never confirms anything'],
	],
	'The demo simulates': [
		['readme/claims', 'the demo is the fleet that the README describes'],
		['cli/no-service', '--demo forces the demo even if a service is configured'],
	],
	'To install without Node.js': [['shipped/executable', 'the executable runs without Node']],
	'The first line creates a file with mode 0600': [
		['pty/first-server', 'the three lines of the README create a private password file'],
		['cli/address', 'refuses a password file that others can read'],
	],
	'`add` logs in, prints who is playing': [
		['shipped/own-servers', 'an added server is listed and queried without a hosted service'],
	],
	'The last line opens the TUI: press': [['readme/claims', 'the keys in the README do what the README says']],
	'With `--systemd`, `--container`': [['cli/own-servers/settings', '%s is understood']],
	'To add many servers at once': [['shipped/adopt', 'a Compose file and a table become servers']],
	'Other games work if their console': [['cli/address', 'sends one command to a %s console']],
	'[Games](assets/docs/games.md) has the consoles': [
		['readme/pages', 'the generated pages and modules match their sources'],
	],
	'`!` jumps to it, its console shows': [
		['readme/claims', 'the keys in the README do what the README says'],
		['journeys/cause-first', 'a lost node leads the alert line, and ! goes to it'],
	],
	'If a whole node is offline, the alert names': [
		['app/nodes/node-outages', 'a lost node leads the alert line, with the numbers of its servers'],
	],
	'Equal answers form one group': [
		['app/multi-command/groups', 'sorts failures before answers, then small groups first'],
	],
	'A command to several servers needs': [
		['journeys/typing-guard', 'holding Enter sends nothing to several servers'],
		['cli/consent', 'needs --yes without a terminal where it can do harm'],
	],
	'The review shows the exact request': [
		['app/dialogs', 'R opens the restart dialog, which reviews the exact request'],
		['actions/risk', 'previews the message as players see it'],
	],
	'**Do nothing** has the focus': [
		['journeys/power', 'the default of every dialog is to do nothing'],
		['actions/risk', 'a stop with no players online waits three seconds, and `u` undoes it'],
	],
	'Restart a cluster in batches': [
		['app/rolling', 'restarts the next server only after the previous one is back and answers'],
	],
	'A server that does not come back stops': [
		['journeys/rolling', 'a rolling action stops at a server that does not come back'],
	],
	'State changes, outages, commands': [['app/timeline/axis', 'all events share one time axis']],
	'Time without a feed is a `gap`': [
		['journeys/feed', 'a lost feed is LOST, leaves a gap that counts the recovered entries'],
	],
	'A command without an answer `may have run`': [
		['journeys/timeouts', 'a slow server shows TIMEOUT, which may have been executed'],
		['app/timeline/timeline-view', 'shows the complete outcome of a command'],
	],
	'Message, kick or ban a player': [
		['cli/player-actions', 'a ban for a time is left to the game, or to our own service'],
		['cli/player-actions', 'a ban for all servers of a game is sent to each'],
		['cli/player-actions', 'notes and a flag are kept in the journal'],
	],
	'Kicks and bans use player IDs in the format': [
		['actions/players', 'never builds more than one command from any ID, name and reason'],
	],
	'A list that could not be read is reported': [
		['shipped/own-servers', 'a player list that is refused, cut off or missing is unknown, not empty'],
	],
	'Everything the TUI does with servers': [
		['cli/whole', 'every action is a command'],
		['cli/completion', 'completes every field that %s --json prints'],
	],
	'`--dry-run` prints the exact requests': [
		['cli/guards', '--dry-run prints the exact requests and needs no consent'],
	],
	'rcon-cli (itzg): ': [
		['shipped/adopt', 'a Compose file and a table become servers'],
		['cli/address', 'without a terminal, console runs the lines of stdin on a named server'],
	],
	'mcrcon: ': [['cli/address', 'rcon --address sends one command to a %s console, and nothing else']],
	'Pterodactyl, Pelican: ': [['cli/own-servers/settings', '%s is understood']],
	'LinuxGSM: ': [['cli/adopt', 'the servers in a folder of LinuxGSM']],
	'BattleMetrics: ': [
		['cli/player-actions', 'notes and a flag are kept in the journal'],
		['cli/alerts/command', 'receives the alert in its environment and on stdin'],
		['journeys/triggers', 'a text in chat sends an alert'],
	],
	'[Coming from another tool]': [
		['readme/command-lines', 'the program accepts every command line of the pages'],
	],
	'`rcondeck login` signs in to the hosted': [
		['cli/config-commands', 'login verifies the credentials, names the team'],
		['service/conformance/conformance', 'keeps every fact of the specification over HTTP'],
	],
	'Secrets are never command-line flags': [
		['readme/claims', 'no option takes a secret'],
		['reliability/secrets', 'no credential is in anything that the program writes'],
	],
};

/** The beginning of each promise on the pages for users, and the tests of it. */
export const promises: Readonly<Record<string, Readonly<Record<string, readonly Proof[]>>>> = {
	'performance.md': {
		'A key is shown at once': [
			['tui/throttled-store', 'shows changes of a key at once, in one step, during a burst'],
			['tui/throttled-store', 'shows a burst of changes 30 times per second, and ends with the newest'],
		],
		'Only changes are sent': [
			['tui/terminal/writer', 'a typed letter costs one byte'],
			['tui/terminal/writer', 'a frame that changes nothing sends nothing'],
		],
		'On a slow terminal': [
			[
				'tui/slow-terminal',
				'while the terminal is blocked one frame waits instead of a queue, and no entry is lost',
			],
		],
		'At rest, the screen changes': [
			['tui/ticker', 'at rest it emits every ten seconds'],
			['journeys/rest', 'without the focus the list is polled a third as often'],
		],
		'An answer of 200 kB': [['journeys/hostile', 'an answer of 200 kB is complete, and the TUI stays fast']],
		'The time of a search grows': [
			['lib/text/linear-pattern', 'searches for /%s/ in a text that is built against it'],
		],
		'All consoles share one limit': [
			[
				'app/console/console-state',
				'the consoles share a limit: the least recently viewed one drops its oldest entries first',
			],
		],
		'The journal stays within': [
			['journal/bounds', 'the file stays within its size limit, whatever is written'],
			['journal/bounds', 'above the size limit, commands of others are removed before anything of the user'],
		],
	},
	'reliability.md': {
		'Each command is one entry': [
			[
				'app/console/console-state',
				'each command is one entry in any order of answers, broadcasts and polls',
			],
		],
		'A command without an answer is a': [
			['journeys/timeouts', 'a slow server shows TIMEOUT, which may have been executed'],
			['service/console/source/client', 'a late answer does not count as the answer to the next command'],
		],
		'A command or action is in the journal before': [
			['app/console/integrity/recorded-first', 'a command is in the journal before the service gets it'],
			['app/dialogs/send-action', 'an action is in the journal before it is sent'],
			['reliability/sent', 'Ctrl-C and kill -9 of a one-shot command leave it in the journal'],
			['journal/authors', 'the answer to a session that was killed is still its own'],
		],
		'`Ctrl-C` never reaches a server': [
			['journeys/keys', 'Ctrl-C within a read clears the line, and nothing is sent'],
			['journeys/keys', 'Ctrl-C twice in one read quits, once does not'],
		],
		'Every dialog defaults to doing nothing': [
			['journeys/power', 'the default of every dialog is to do nothing'],
			['cli/same-as', 'the command that the dialog %s prints sends the same requests'],
		],
		'No stop or restart is sent during its undo window': [
			['journeys/dialogs', 'an action in its undo window is never sent if rcondeck quits'],
			['journeys/suspended', 'an action in its undo window is dropped'],
		],
		'A rolling action never repeats a request': [
			['app/rolling', 'a request that is answered 429 is not repeated'],
		],
		'Without `--yes` and without a terminal': [
			['cli/consent', 'needs --yes without a terminal where it can do harm'],
		],
		'A lost feed reconnects and shows a `gap`': [
			['journeys/feed', 'a lost feed is LOST, leaves a gap that counts the recovered entries'],
			['reliability/as-sent', 'screens, journal and service agree on every command and action'],
		],
		'A silent feed is `LOST` after 5 seconds': [
			['client/feed/faulty-peer', 'a silent connection is pinged after 2s and given up after 5s'],
			['client/feed/faulty-peer', 'a peer that answers pings but stops its heartbeats is lost'],
			['reliability/rest-matrix', 'the TUI survives each fault, reports it, and recovers'],
		],
		'A rotated token is read again': [
			['cli/rotated-credentials', 'a session continues with the new token from %s'],
		],
		'Malformed or huge records': [
			['contract/bounds', 'a list with too many records is read up to a limit, and says so'],
			['journeys/cuts', 'an answer of megabytes is cut, and its end says so'],
		],
		'The terminal is restored on exit': [
			['pty/leaving', '%s restores the terminal, turns off mouse reports and exits with %i'],
			['pty/terminal-state', 'doctor --reset-terminal restores screen, cursor, paste mode, mouse'],
		],
		'Several sessions share one journal': [
			['journal/several-sessions', 'two sessions that write the same thing at once store each command once'],
			['journal/problems', 'where %s, the session continues without a file and reports it once'],
		],
		'A full disk, a FIFO instead of a file': [
			['reliability/hostile-machine', 'a hostile machine gets a clear message, and nothing waits forever'],
		],
		'Accepted actions survive a restart': [
			['service/killed', 'a service that is killed repeatedly at random moments loses nothing'],
			['cli/serve-ends', 'a service that ends by any signal leaves its real servers running'],
			[
				'shipped/agent',
				'an agent that is killed with `kill -9` during a start starts the server exactly once',
			],
		],
		'No request, frame, file or answer of a game crashes it': [
			['service/any-request', 'the service responds to every request and keeps running'],
			['reliability/fuzz', '%s: random inputs break no promise'],
		],
	},
	'security.md': {
		'Credentials never appear on screen': [
			['reliability/secrets', 'no credential is in anything that the program writes'],
			['client/rest/refusals', 'does not follow a redirect, so that the credentials stay with the service'],
		],
		'Secret files are used only if': [
			['config/privacy', 'uses a token_file only if nobody else can read it'],
			['config/privacy', 'rejects a folder in which other users could replace the file'],
		],
		'The records of the service contain only hashes': [
			['service/secrets-at-rest', 'records contain no token'],
			['service/own/secret-mask', 'neither the records nor the feed of the service have the passwords'],
		],
		'No text from a service or game can control': [
			['reliability/hostile', 'no command lets a text of the service act on the terminal'],
			['cli/completion-hostile', 'bash gets each hostile name as the rest of one word'],
			['app/custom-commands/fill', 'rejects the name %j where a local or remote program would run it'],
		],
		'Redirects are never followed': [
			['client/rest/refusals', 'does not follow a redirect'],
			['reliability/rest-matrix', 'the TUI reports each certificate that must not be trusted'],
		],
		'All requests and feed connections need credentials': [
			['reliability/server', 'refuses every path without credentials'],
			['service/hostile-requests', 'rejects a page of the origin %s'],
		],
		'Failed sign-ins and requests per token': [
			['service/access', 'failed sign-ins are limited per address'],
			['service/access/request-rate', 'the requests of a token have a limit per minute'],
			['service/http/port', 'a client that does not finish its header or body in time is disconnected'],
		],
		'Nobody can grant permissions that they lack': [
			['service/access', 'nobody can grant permissions that they lack'],
			['service/access/rank', 'nobody can kick, change, revoke or replace someone with more permissions'],
			['service/access/names', 'no token and no invitation has a name that looks like'],
		],
		'Revoking a token or member ends': [
			['service/access/revocation', 'removing a member lists and ends their tokens and invitations'],
			['service/access', 'a removed member loses all access'],
		],
	},
	'scale.md': {
		'A team with 100,000 servers': [
			['reliability/rest-matrix', 'the TUI survives each fault, reports it, and recovers'],
			['shipped/output', 'a pipe gets the complete list of 1,000 servers'],
		],
		'A flood of the feed': [
			[
				'app/console/follow-feed',
				'a flood in one packet is processed in steps, between which keys are handled',
			],
		],
		'A command to many servers': [
			[
				'app/console/rcon-queue',
				'sends one command at a time per node, in order, with the nodes in parallel',
			],
		],
		'Lists, answers, feeds and requests': [
			['service/limits', 'a list of servers has a size limit, and counts omitted entries'],
			['service/limits', 'a stored answer, and all of one server together, have a limit'],
			['service/hostile-feed', 'the connections of a token have a limit, also on loopback'],
			[
				'service/http/held-by-tokens',
				'the requests of a token that are being answered have a budget of bytes',
			],
		],
		'Every request has the same outcome': [
			['service/postgres/requests', 'every request has the same outcome at any instance'],
			['service/rabbitmq/instances', 'events at one instance arrive at the feed of the other in order'],
		],
		'If an instance is killed': [
			[
				'service/postgres/linked',
				'an order that a killed instance accepted is carried out once, by the agent at the other one',
			],
		],
		'Each time of a schedule': [
			[
				'service/postgres/automations',
				'fires each of 100 times of schedules once, however many are due at the same time',
			],
		],
		'Instances can be upgraded': [
			[
				'service/postgres/rolling-upgrade',
				'performs a run of the next version, and keeps its unknown fields',
			],
			[
				'service/postgres/migrations',
				'an instance works on after another one has migrated to the next version',
			],
		],
	},
};
