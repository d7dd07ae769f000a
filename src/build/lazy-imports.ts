import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Plugin} from 'esbuild';
import {root} from './root.ts';

/** Appended to the path to import the file itself instead of its proxy. */
export const lazyMark = '?lazy';

/**
Files whose exports are expensive objects that are not needed before the first paint: schemas of
the wire and of the configuration, the pattern engine, the widths of emoji; messages that only failures use; what runs and
shows jobs, dialogs, output of games, the palette, exports and the list screens. In
the bundle each object is created on first access, so neither zod nor the engine nor string-width is
loaded earlier.
*/
const lazyFiles: Record<string, readonly string[]> = {
	'src/contract/endpoints/table.ts': ['table'],
	'src/contract/models/on-demand.ts': ['recordSchemas'],
	'src/messages/errors.ts': ['errorWords'],
	'src/messages/config-files.ts': ['configFileMessages', 'privacyMessages'],
	'src/messages/extensions.ts': ['extensionMessages'],
	'src/messages/export.ts': ['exportMessages'],
	'src/app/palette-view.ts': ['palette'],
	'src/app/automations/on-demand.ts': ['automationsOnDemand'],
	'src/app/export/on-demand.ts': ['exportOnDemand'],
	'src/app/nodes/on-demand.ts': ['nodesOnDemand'],
	'src/games/danger-table.ts': ['dangerTable'],
	'src/games/game-table.ts': ['gameTable'],
	'src/games/player-list.ts': ['playerLists'],
	'src/app/players/on-demand.ts': ['playersOnDemand'],
	'src/app/team/on-demand.ts': ['teamOnDemand'],
	'src/messages/job-texts.ts': ['jobTexts'],
	'src/app/jobs/job-report.ts': ['jobReports'],
	'src/app/jobs/jobs-view.ts': ['jobsDialog'],
	'src/app/jobs/run-rolling.ts': ['rollingJobs'],
	'src/app/servers/edit-menu.ts': ['editMenu'],
	'src/app/servers/server-facts.ts': ['serverFacts'],
	'src/app/trends/trends.ts': ['trendFunctions'],
	'src/app/console/console-output.ts': ['consoleOutput'],
	'src/tui/dialogs/form-rows.ts': ['formRows'],
	'src/tui/parts/choice-input.tsx': ['choiceInputs'],
	'src/app/console/answer-table-readers.ts': ['answerTableReaders'],
	'src/lib/diff-engine.ts': ['diffEngine'],
	'src/lib/linear-engine.ts': ['linearEngine'],
	'src/lib/any-string-width.ts': ['anyStringWidth'],
	'src/app/custom-commands/commands.ts': ['sessionCommands'],
	'src/config/schema.ts': [
		'AlertsTable',
		'CommandTable',
		'ConfigFile',
		'CredentialsFile',
		'FeedTable',
		'ProfileTable',
	],
};

/** Of these, the bundle contains the values of the exports instead of the code that computes them. */
const computedFiles = new Set(['src/games/danger-table.ts']);

export function lazyImports(): Plugin {
	return {
		name: 'lazy-imports',
		setup({onResolve, onLoad}) {
			onResolve({filter: /\?lazy$/}, ({path: name}) => ({
				path: name.slice(0, -lazyMark.length),
				suffix: lazyMark,
			}));
			// One game at a time: a server needs only its own.
			onLoad({filter: /[\\/]assets[\\/]games[\\/][\w-]+\.json$/}, ({path: asked, suffix}) =>
				suffix === '' ? {contents: proxyModule(asked, ['default'])} : undefined,
			);
			for (const [name, exported] of Object.entries(lazyFiles)) {
				const file = path.join(root, name);
				onLoad(
					{filter: new RegExp(`[\\\\/]${path.basename(name).replaceAll('.', '\\.')}$`)},
					async ({path: asked, suffix}) => {
						if (asked !== file) return undefined;
						if (suffix === '') return {contents: proxyModule(file, exported)};
						return computedFiles.has(name) ? {contents: await computedModule(file)} : undefined;
					},
				);
			}
		},
	};
}

/** Proxies that load the module on first access. */
function proxyModule(file: string, exported: readonly string[]): string {
	const traps = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor'];
	const handler = (name: string) =>
		traps.map(trap => `${trap}: (_, key) => Reflect.${trap}(its().${name}, key)`).join(', ');
	return [
		`const its = () => import(${JSON.stringify(file + lazyMark)});`,
		...exported.map(
			name =>
				`${name === 'default' ? 'export default' : `export const ${name} =`} new Proxy({}, {${handler(name)}});`,
		),
	].join('\n');
}

/** The exports as JSON, which V8 parses faster than the same objects in a script. */
async function computedModule(file: string): Promise<string> {
	const values = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
	return Object.entries(values)
		.map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`)
		.join('\n');
}
