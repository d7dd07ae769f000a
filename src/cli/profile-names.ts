import type {ConfigFile} from '../config/schema.ts';
import {printableLine} from '../lib/text.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import {profileCommandMessages} from '../messages/cli-login.ts';

/** Throws where config.toml has no such profile, and names those that it has. */
export function knownProfile({profiles}: ConfigFile, name: string): void {
	const names = Object.keys(profiles ?? {});
	if (names.includes(name)) return;
	const there =
		names.length > 0 ? profileCommandMessages.thereAre(names.join(', ')) : profileCommandMessages.thereIsNone;
	throw new CommandError(
		profileCommandMessages.noSuchProfile(printableLine(name), there),
		exitCodes.notFound,
	);
}
