import {networkConsole, type OwnServer} from '../../../contract/models/own-server.ts';
import {writeDuration} from '../../../lib/time/duration.ts';
import {ownCommandMessages} from '../../../messages/own-servers.ts';
import type {Fact} from '../../output/facts.ts';
import {passwordText} from './check-server.ts';
import {powerText} from './power.ts';

/** Returns the facts of a server as its owner has described it. */
export function factsOf({id, displayName, gameType, settings}: OwnServer): Fact[] {
	const {facts} = ownCommandMessages;
	const {query, power} = settings;
	const console = networkConsole(settings);
	return [
		[facts.name, displayName],
		[facts.id, id],
		[facts.game, gameType],
		[
			facts.console,
			console ? `${console.kind} ${addressText(console)}` : (settings.console?.kind ?? facts.none),
		],
		[facts.password, console && (console.password ? passwordText(console.password) : facts.none)],
		[facts.fingerprint, console?.fingerprint],
		[facts.query, query ? `${query.kind} ${addressText(query)}` : facts.none],
		[facts.power, powerText(power)],
		[facts.directory, power.kind === 'process' ? power.directory : undefined],
		[facts.stopTimeout, writeDuration(settings.stopMs)],
		[facts.readyTimeout, writeDuration(settings.readyMs)],
		[
			facts.backup,
			settings.backup && ownCommandMessages.backupTo(settings.backup.directory, settings.backup.archives),
		],
		[facts.rconStop, settings.stopCommand],
		[facts.rconSave, settings.saveCommand],
		[facts.rconSay, settings.sayCommand],
		[facts.rconPlayers, settings.playersCommand],
		[facts.rconProbe, settings.probeCommand],
	];
}

const addressText = ({host, port}: {host: string; port: number}): string =>
	`${host.includes(':') ? `[${host}]` : host}:${port}`;
