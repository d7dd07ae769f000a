import type {Config} from '../config/load.ts';
import {wordsOfOption} from '../actions/command-line.ts';
import type {FrontEnd} from '../app/kernel/front-end.ts';
import type {Settings} from '../app/kernel/settings.ts';
import {version} from './version.ts';
import {shellSegments} from '../messages/text.ts';
import {settingMessages} from '../messages/cli-start.ts';

/** What core needs of the configuration. */
export function settingsOf(config: Config): Settings {
	const {
		profileName,
		label,
		colour,
		baseUrl,
		pollMs,
		awaitMs,
		readOnly,
		aliases,
		dangerous,
		protect,
		messages,
		bell,
		atOncePerNode,
		scrollback,
		clipboard,
		keys,
		credentials,
	} = config;
	return {
		profile: {name: profileName, label, colour, isDemo: baseUrl === undefined, words: reachWords(config)},
		pollMs,
		awaitMs,
		readOnly,
		version,
		aliases,
		dangerous,
		protect,
		messages,
		bell,
		atOncePerNode,
		scrollback,
		clipboard,
		...(keys && {keys}),
		...(credentials?.kind === 'application' && {applicationId: credentials.id}),
	};
}

/** A profile that the file names as the default needs no word, nor does a URL that the shell has in its environment. */
function reachWords({baseUrl, profileName, origins}: Config): string[] {
	if (baseUrl === undefined) return ['--demo'];
	const isFromOutside = ['--profile', settingMessages.profileFromEnvironment].includes(
		origins['profile'] ?? '',
	);
	return [
		...(isFromOutside ? wordsOfOption('--profile', profileName) : []),
		...(origins['url'] === '--url' ? ['--url', baseUrl] : []),
	];
}

/** Where there is no screen, or not yet. */
export function noFrontEnd(): FrontEnd {
	return {
		segments: shellSegments,
		quit: () => {},
		redraw: () => {},
		theme: () => {},
		readFile: async () => ({problem: settingMessages.noFileYet}),
		picture: async () => undefined,
		paths: async () => [],
		suspend: () => {},
		bell: () => {},
		copy: () => {},
		showPlainly: async () => {},
		edit: async () => ({problem: settingMessages.noEditorYet}),
	};
}
