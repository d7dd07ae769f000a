import type {ConfigFile} from '../config/schema.ts';
import {printableLine} from '../lib/text.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import {profileCommandMessages} from '../messages/cli-login.ts';

/** Throws if config.toml has no such profile; the error lists the existing ones. */
export function requireProfile({profiles}: ConfigFile, name: string): void {
	const names = Object.keys(profiles ?? {});
	if (names.includes(name)) return;
	const there =
		names.length > 0 ? profileCommandMessages.thereAre(names.join(', ')) : profileCommandMessages.thereIsNone;
	throw new CommandError(
		profileCommandMessages.noSuchProfile(printableLine(name), there),
		exitCodes.notFound,
	);
}
