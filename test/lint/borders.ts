/** What each module of `src` may import: other modules, and packages besides them. */
export const modules: Record<string, {imports: readonly string[]; packages: RegExp}> = {
	lib: {
		imports: [],
		packages: /^(croner|cronstrue|diff|re2js|string-width|undici|node:.*)$/,
	},
	contract: {imports: ['lib'], packages: /^zod$/},
	games: {imports: ['contract', 'lib'], packages: /^$/},
	automations: {imports: ['contract', 'lib', 'messages'], packages: /^$/},
	actions: {imports: ['automations', 'contract', 'games', 'lib', 'messages'], packages: /^$/},
	messages: {imports: ['contract', 'lib'], packages: /^$/},
	config: {imports: ['contract', 'lib', 'messages'], packages: /^(zod|smol-toml|node:.*)$/},
	journal: {imports: ['actions', 'contract', 'lib', 'messages'], packages: /^node:/},
	app: {imports: ['actions', 'config', 'contract', 'games', 'lib', 'messages'], packages: /^zod$/},
	tui: {
		imports: ['actions', 'app', 'contract', 'lib', 'messages'],
		packages: /^(react|ink|chalk|ink-text-input|ink-select-input|string-width|node:.*)$/,
	},
	'line-mode': {imports: ['actions', 'app', 'contract', 'lib', 'messages'], packages: /^node:/},
	service: {
		imports: ['automations', 'contract', 'games', 'lib', 'messages'],
		packages: /^(amqplib|croner|hono|pg|undici|@stomp\/stompjs|ws|@hono\/node-server|zod|node:.*)$/,
	},
	demo: {imports: ['contract', 'games', 'lib', 'messages', 'service'], packages: /^(zod|node:.*)$/},
	client: {imports: ['contract', 'lib', 'messages'], packages: /^(@stomp\/stompjs|ws|node:.*)$/},
	adopt: {imports: ['contract', 'games', 'lib', 'messages'], packages: /^(smol-toml|yaml|node:.*)$/},
	cli: {
		imports: [
			'actions',
			'adopt',
			'automations',
			'client',
			'config',
			'contract',
			'app',
			'demo',
			'games',
			'journal',
			'lib',
			'line-mode',
			'messages',
			'service',
			'tui',
		],
		packages: /^(commander|modern-tar|zod|node:.*)$/,
	},
	build: {imports: ['cli'], packages: /^(esbuild|@lydell\/node-pty|node:.*)$/},
};

/**
The features that each feature of `src/app` imports code from. All of them import the kernel, and the files of app itself
import everything. A feature that needs one more is a decision: add it here.
*/
export const features: Record<string, readonly string[]> = {
	alerts: ['servers'],
	automations: [],
	chat: ['console', 'players', 'servers'],
	console: ['servers'],
	dialogs: ['console', 'nodes', 'servers'],
	'custom-commands': ['console'],
	export: ['console', 'multi-command', 'timeline'],
	handover: ['automations', 'export', 'servers'],
	jobs: ['console', 'servers', 'watch'],
	kernel: [],
	'multi-command': ['console'],
	nodes: [],
	players: ['console', 'export'],
	servers: ['nodes', 'trends'],
	team: [],
	'team-journal': ['servers'],
	timeline: ['automations', 'console', 'jobs', 'servers', 'team-journal'],
	trends: [],
	triggers: ['alerts', 'chat', 'console', 'servers'],
	watch: ['console'],
};
