import type {ByName} from '../lib/json/maps.ts';
import {type ActionWords, type Example, example, type JournalWords} from './action-words.ts';
import {actionWords} from './actions.ts';
import type {CommandGroup} from './cli.ts';

/** What follows the options in the help of a command. */
export const helpMessages = {
	examples: 'Examples:',
	example: ({about, line}: Example) => `  # ${about}\n  ${line}`,
	choices: (choices: readonly string[]) => ` (${choices.join(', ')})`,
	default: (value: string) => ` (default ${value})`,
	globalElsewhere:
		'The options of rcondeck(1), such as --profile, --demo and --yes, work with every command.',
	learnMore: 'Learn more:',
	ofCommand: (group: CommandGroup | undefined) =>
		`  rcondeck --help  Global options, such as --profile, --demo and --yes\n  man rcondeck${group === undefined ? '' : `-${group}`}`,
	ofProgram:
		'  rcondeck help <command>  Options and examples of a command\n  man rcondeck             Manual, with links to rcondeck-config(5) and others',
};

/** Of the commands that are no actions. */
const otherExamples: ByName<readonly Example[]> = {
	'': [
		example('Try the TUI on a simulated fleet', 'rcondeck --demo'),
		example('Sign in and open the TUI', 'rcondeck login prod && rcondeck --profile prod'),
		example('List servers that are down', 'rcondeck servers --state down'),
		example('Run a command on two servers', 'rcondeck rcon ark-isl-1 ark-isl-2 -- ListPlayers'),
	],
	servers: [
		example('List servers that are down', 'rcondeck servers --state down'),
		example('Follow the CS2 servers of one node', 'rcondeck servers --game cs2 --node eu-1 --watch'),
		example('Print servers as JSON', 'rcondeck servers --json'),
	],
	show: [example('Show a server by part of its name', 'rcondeck show isl-1')],

	add: [
		example(
			'Add a Minecraft server that is running',
			'rcondeck add survival --game minecraft --rcon 203.0.113.5:25575 --password-file ~/.mc-rcon',
		),
		example(
			'Add a server that runs as a systemd unit',
			'rcondeck add cs2-1 --game cs2 --rcon 127.0.0.1 --password-env CS2_RCON --systemd cs2.service',
		),
		example(
			'Add a server that runs as a process of rcondeck',
			'rcondeck add tee --game teeworlds --rcon 127.0.0.1:8303 --password-file ~/.tee-rcon --directory ~/tee -- ./teeworlds_srv -f server.cfg',
		),
	],
	edit: [
		example('Show the settings of a server', 'rcondeck edit survival'),
		example('Change the address of its console', 'rcondeck edit survival --rcon 203.0.113.6:25575'),
	],
	remove: [example('Remove a server; the server itself continues to run', 'rcondeck remove survival')],
	adopt: [
		example('Preview the import of a Compose file', 'rcondeck adopt docker-compose.yml --dry-run'),
		example('Import the servers in a CSV file', 'rcondeck adopt servers.csv --game minecraft'),
	],

	players: [
		example('List the players on all servers', 'rcondeck players'),
		example('Find a player', 'rcondeck players mar'),
	],
	feed: [
		example('Follow the events of one server', 'rcondeck feed --server ark-isl-1'),
		example('Print events as JSON', 'rcondeck feed --json'),
	],
	alerts: [
		example('Send a test alert', 'rcondeck alerts --test'),
		example('Check once, from cron', 'rcondeck alerts --once'),
	],
	nodes: [example('Show one node', 'rcondeck nodes show eu-1')],
	'nodes list': [example('List nodes', 'rcondeck nodes')],
	'nodes show': [example('Show one node', 'rcondeck nodes show eu-1')],
	tasks: [example('List pending tasks', 'rcondeck tasks')],
	'tasks list': [example('Include finished tasks', 'rcondeck tasks list --all')],
	automations: [
		example('List automations', 'rcondeck automations'),
		example('Start a run', 'rcondeck automations trigger nightly'),
	],
	'automations list': [example('Print automations as JSON', 'rcondeck automations list --json')],
	'automations show': [example('Show an automation', 'rcondeck automations show nightly')],

	runs: [
		example('List failed runs of the last day', 'rcondeck runs --status FAILED --from 24h'),
		example('Show the second page', 'rcondeck runs --page 1 --size 50'),
	],
	'runs list': [example('List failed runs of the last day', 'rcondeck runs list --status FAILED --from 24h')],
	'runs show': [example('Show a run', 'rcondeck runs show 9b2e')],
	team: [example('Show members and invitations', 'rcondeck team')],
	'team show': [example('Print the team as JSON', 'rcondeck team show --json')],
	image: [example('Save an image', 'rcondeck image 4c1d -o icon.png')],
	journal: [
		example('Show the last two hours of one server', 'rcondeck journal --since 2h --server ark-isl-1'),
		example('Search the journal', 'rcondeck journal --search "kick alex"'),
		example('Write a timeline for a post-mortem', 'rcondeck journal --since 1d --markdown'),
	],
	handover: [example('Summarize the last 8 hours', 'rcondeck handover --since 8h')],
	info: [example('Show the version of the service', 'rcondeck info')],
	api: [
		example('Read the team', 'rcondeck api GET /team/my'),
		example('Send a JSON body', `rcondeck api POST /server/srv-cs2-surf/stop -d '{"forceStop": true}' --yes`),
	],
	agent: [
		example(
			'Run the servers of this machine for a service elsewhere',
			'rcondeck agent --service https://games.example.org:8440 --token-file ~/.rcondeck-token',
		),
	],
	'serve node': [example('List machines that run an agent', 'rcondeck serve node')],
	'serve node list': [example('List machines that run an agent', 'rcondeck serve node list')],
	'serve node add': [example('Add a machine and print its token', 'rcondeck serve node add cellar')],
	'serve node token': [example('Replace the token of a machine', 'rcondeck serve node token cellar')],
	'serve node remove': [example('Remove a machine from the service', 'rcondeck serve node remove cellar')],
	serve: [
		example('Run a simulated fleet of 50 servers', 'rcondeck serve --demo --servers 50'),
		example('Run the service for your own servers', 'rcondeck serve --data ~/rcondeck'),
	],
	'serve check': [example('List the largest parts of the records', 'rcondeck serve check')],
	'serve repair': [
		example('Remove a node that fills the records', 'rcondeck serve repair --remove-node cellar'),
	],
	'serve team': [example('List members and invitations', 'rcondeck serve team list')],
	'serve team list': [example('Print members and invitations as JSON', 'rcondeck serve team list --json')],
	'serve team token': [example('List tokens', 'rcondeck serve team token')],
	'serve team token list': [example('Print tokens as JSON', 'rcondeck serve team token list --json')],
	'serve team invite': [
		example(
			'Invite an admin with read-only access to servers',
			'rcondeck serve team invite --name Ana --permission ACCESS_SERVERS',
		),
	],
	'serve team remove': [example('Remove a member and revoke their tokens', 'rcondeck serve team remove Ana')],
	'serve team token create': [
		example(
			'Create a token for a status page',
			'rcondeck serve team token create status-page --permission ACCESS_SERVERS --expires 90d',
		),
	],
	'serve team token revoke': [example('Revoke a token', 'rcondeck serve team token revoke status-page')],
	login: [
		example('Sign in and save the profile prod', 'rcondeck login prod --url https://api.example.com'),
		example('Join a team with an invitation code', 'rcondeck login --url https://games.example.org --invite'),
	],
	logout: [example('Remove the credentials of a profile', 'rcondeck logout prod')],
	profiles: [example('Set the default profile', 'rcondeck profiles use prod')],
	'profiles list': [example('Print profiles as JSON', 'rcondeck profiles list --json')],
	'profiles use': [example('Set the default profile', 'rcondeck profiles use prod')],
	'profiles remove': [example('Remove a profile', 'rcondeck profiles remove old')],
	config: [
		example('Show every value and its origin', 'rcondeck config show'),
		example('Check the files', 'rcondeck config check'),
	],
	'config show': [example('Show the values of one profile', 'rcondeck config show --profile prod')],
	'config path': [example('Open the file in an editor', '$EDITOR "$(rcondeck config path | head -1)"')],
	'config set': [
		example('Set the theme', 'rcondeck config set theme dark'),
		example('Set the label of a profile', 'rcondeck config set profiles.prod.label PROD'),
	],
	'config edit': [example('Edit config.toml in your editor', 'rcondeck config edit')],
	'config check': [example('Check the files before a rollout', 'rcondeck config check')],
	doctor: [
		example('Check everything', 'rcondeck doctor'),
		example('Reset a terminal that shows garbage', 'rcondeck doctor --reset-terminal'),
	],
	keys: [example('List keys with the IDs for config.toml', 'rcondeck keys --ids')],
	version: [example('Show the version', 'rcondeck version')],
	licenses: [example('Write the licenses to a file', 'rcondeck licenses > licenses.txt')],
	completion: [
		example(
			'Enable completion in Bash (add this line to ~/.bashrc to keep it)',
			'source <(rcondeck completion bash)',
		),
		example(
			'Enable completion in fish',
			'rcondeck completion fish > ~/.config/fish/completions/rcondeck.fish',
		),
		example('Enable completion in zsh', 'rcondeck completion zsh > "${fpath[1]}/_rcondeck"'),
	],
};

const words: readonly (JournalWords & Pick<ActionWords, 'command'>)[] = Object.values(actionWords);

/** By command; the empty name is the program itself. A test parses each line. */
export const commandExamples: ByName<readonly Example[]> = {
	...otherExamples,
	...Object.fromEntries(
		words.flatMap(({command}) => (command ? [[command.words.join(' '), command.examples]] : [])),
	),
};

/** The help of `licenses`. */
export const licensesMessages = {
	description: 'Show the licenses of rcondeck and its packages',
};
