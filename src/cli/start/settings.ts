import {type Config, isDemo} from '../../config/load.ts';
import {wordsOfOption} from '../../actions/command-line.ts';
import type {FrontEnd} from '../../app/kernel/state/front-end.ts';
import type {Settings} from '../../app/kernel/state/settings.ts';
import {version} from './version.ts';
import {shellSegments} from '../../messages/text.ts';
import {settingMessages} from '../../messages/cli.ts';

/** Converts the configuration to the settings of the core. */
export function settingsOf(config: Config): Settings {
	const {profileName, label, color, awaitMs, readOnly, protect, credentials, settings} = config;
	const {
		profiles: _profiles,
		at_once_per_node: atOncePerNode,
		poll_seconds: pollSeconds,
		views,
		hung_after: _hungAfter,
		...others
	} = settings;
	return {
		...others,
		profile: {name: profileName, label, color, isDemo: isDemo(config), words: reachWords(config)},
		pollMs: 1000 * pollSeconds,
		atOncePerNode,
		hungMs: hungLimits(settings),
		awaitMs,
		readOnly,
		version,
		views: new Map(Object.entries(views)),
		protect,
		...(process.platform === 'win32' && {cannotSuspend: true}),
		...(settings.commands.length > 0 && {self: ownProgram()}),
		...(credentials?.kind === 'application' && {applicationId: credentials.id}),
	};
}

/** Returns how long a server may be in a state, ms by state. */
export const hungLimits = ({
	hung_after: hungAfter,
}: Pick<Config['settings'], 'hung_after'>): ReadonlyMap<string, number> =>
	new Map(Object.entries(hungAfter).map(([state, seconds]) => [state, 1000 * seconds]));

/** Returns the options that reach this service; a default profile or a URL in the shell's environment needs none. */
function reachWords(config: Config): string[] {
	const {baseUrl, profileName, origins} = config;
	if (isDemo(config)) return ['--demo'];
	const isFromOutside = ['--profile', settingMessages.profileFromEnvironment].includes(
		origins['profile'] ?? '',
	);
	return [
		...(isFromOutside ? wordsOfOption('--profile', profileName) : []),
		...(baseUrl !== undefined && origins['url'] === '--url' ? ['--url', baseUrl] : []),
	];
}

/** The words that start this program: an executable is its own, the bundle needs its Node. */
function ownProgram(): string[] {
	const {execPath, argv} = process;
	const [, script] = argv;
	return script === undefined || script === execPath ? [execPath] : [execPath, script];
}

/** Returns a front end for programs without a screen, or before there is one. */
export function noFrontEnd(): FrontEnd {
	return {
		segments: shellSegments,
		quit: () => {},
		switchProfile: () => {},
		redraw: () => {},
		theme: () => {},
		readFile: async () => ({problem: settingMessages.noFileYet}),
		paths: async () => [],
		suspend: () => {},
		bell: () => {},
		copy: () => {},
		showPlainly: async () => {},
		runPrograms: async () => settingMessages.noTerminalYet,
		edit: async () => ({problem: settingMessages.noEditorYet}),
	};
}
