import {isDemo, type Config} from '../config/load.ts';
import {wordsOfOption} from '../actions/command-line.ts';
import type {FrontEnd} from '../app/kernel/front-end.ts';
import type {Settings} from '../app/kernel/settings.ts';
import {version} from './version.ts';
import {shellSegments} from '../messages/text.ts';
import {settingMessages} from '../messages/cli-start.ts';

/** Converts the configuration to the settings of the core. */
export function settingsOf(config: Config): Settings {
	const {
		profileName,
		label,
		colour,
		pollMs,
		awaitMs,
		readOnly,
		aliases,
		dangerous,
		views,
		protect,
		messages,
		reasons,
		bell,
		atOncePerNode,
		scrollback,
		clipboard,
		mouse,
		keys,
		commands,
		credentials,
	} = config;
	return {
		profile: {name: profileName, label, colour, isDemo: isDemo(config), words: reachWords(config)},
		pollMs,
		awaitMs,
		readOnly,
		version,
		aliases,
		dangerous,
		views: new Map(Object.entries(views)),
		protect,
		messages,
		reasons,
		bell,
		atOncePerNode,
		scrollback,
		clipboard,
		mouse,
		...(process.platform === 'win32' && {cannotSuspend: true}),
		...(keys && {keys}),
		...(commands.length > 0 && {commands, self: ownProgram()}),
		...(credentials?.kind === 'application' && {applicationId: credentials.id}),
	};
}

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
		picture: async () => undefined,
		paths: async () => [],
		suspend: () => {},
		bell: () => {},
		copy: () => {},
		showPlainly: async () => {},
		runPrograms: async () => settingMessages.noTerminalYet,
		edit: async () => ({problem: settingMessages.noEditorYet}),
	};
}
