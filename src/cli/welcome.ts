import {existsSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {isDemo, type Config} from '../config/load.ts';
import {makePrivateFolder} from '../lib/private-folder.ts';

const fileIn = (stateDir: string) => path.join(stateDir, 'welcome-dismissed');

/** Returns whether the TUI shows its welcome: on the demo without a profile, until it is dismissed. */
export const isFirstRun = (config: Pick<Config, 'service' | 'hasProfiles' | 'stateDir'>): boolean =>
	isDemo(config) && !config.hasProfiles && !existsSync(fileIn(config.stateDir));

/** A user who once had a profile, own servers or a service needs no welcome after removing it. */
export function keepDismissed(config: Pick<Config, 'service' | 'hasProfiles' | 'stateDir'>): void {
	const {hasProfiles, stateDir} = config;
	if ((!isDemo(config) || hasProfiles) && !existsSync(fileIn(stateDir))) dismissWelcome(stateDir);
}

export function dismissWelcome(stateDir: string): void {
	try {
		makePrivateFolder(stateDir);
		writeFileSync(fileIn(stateDir), '', {mode: 0o600});
	} catch {
		// The next start shows it again: nothing is lost.
	}
}
