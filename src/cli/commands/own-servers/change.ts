import type {Flags} from '../../../config/profile.ts';
import {networkConsole, type OwnServer, type OwnSettings} from '../../../contract/models/own-server.ts';
import {hasNotRun} from '../../../contract/errors.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {writeDuration} from '../../../lib/time/duration.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {
	ownCommandMessages as messages,
	ownSettingsMessages,
	proofMessages,
} from '../../../messages/own-servers.ts';
import type {Proof} from '../../../service/own/prove.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import {type Fact, writeFacts} from '../../output/fact-list.ts';
import type {Io} from '../../output/io.ts';
import {say, sayDone, writeJson} from '../../output/output.ts';
import {openQuestions} from '../../output/questions.ts';
import type {SessionOptions} from '../../start/session.ts';
import {checkServer, passwordText} from './check-server.ts';
import {readGame} from './game.ts';
import {agree, checkIsLocal, findOwnServer, onOwnService, type OwnCall} from './on-own-service.ts';
import type {OwnOptions} from './options.ts';
import {powerText} from './power.ts';
import {removeStoredPassword, storePassword} from './secret-files.ts';
import {hasPasswordOption, readSettings} from './settings.ts';

export type ChangeOptions = OwnOptions & {check: boolean; json?: true};

type Globals = Flags & SessionOptions;
type Change = {name: string; command: string[]; options: ChangeOptions};

/** Adds a server, after everything that it names has answered. */
export async function addServer(io: Io, flags: Globals, {name, command, options}: Change): Promise<void> {
	if (name === '') throw new UsageError(messages.nameNeeded);
	if (options.game === undefined) throw new UsageError(ownSettingsMessages.gameNeeded);
	const gameType = readGame(options.game, isWithoutGame(options));
	const typed = readSettings({options, command, gameType, env: io.env});
	const mayAsk = io.stdin.isTTY && io.stderr.isTTY;
	const needsPassword = networkConsole(typed) !== undefined && !hasPasswordOption(options);
	if (needsPassword && !mayAsk) throw new UsageError(ownSettingsMessages.passwordNeeded);
	const shown = printableLine(name);
	const asked = {
		verb: messages.verbs.add(shown),
		summary: messages.addSummary(shown),
		word: {name},
		isHarmless: true,
	} as const;
	checkIsLocal(flags);
	await agree(io, flags, asked);
	await onOwnService(io, flags, async call => {
		checkNew(call, name);
		const settings = needsPassword ? await withAskedPassword(io, call, typed) : typed;
		const stored = needsPassword ? passwordOf(settings) : undefined;
		let mayBeAdded = false;
		const addChecked = async () => {
			const checked = options.check
				? await checkServer(io, {
						name,
						gameType,
						settings,
						findsQuery: options.query === undefined,
						isTyped: needsPassword,
						failed: proofMessages.notAdded,
						quiet: flags.quiet,
						signal: call.signal,
					})
				: {settings, proof: undefined};
			const input = {displayName: name, gameType, settings: checked.settings};
			io.acted?.();
			mayBeAdded = true;
			return {server: await call.api.addOwnServer(input, {signal: call.signal}), checked};
		};
		const {server, checked} = await addChecked().catch((error: unknown) => {
			if (!mayBeAdded || hasNotRun(error)) removeStoredPassword(call.folder, stored);
			throw error;
		});
		if (stored && 'file' in stored) say(io, messages.stored(stored.file));
		report(io, messages.added, server, checked);
	});
}

/** Without a console, or with its kind, nothing has to be known of the game. */
const isWithoutGame = ({console, rcon}: OwnOptions) => console !== undefined || typeof rcon !== 'string';

function checkNew({servers}: OwnCall, name: string): void {
	const isSame = ({displayName = ''}: GameServer) => displayName.trim().toLowerCase() === name.toLowerCase();
	if (servers.some(isSame)) throw new CommandError(messages.exists(printableLine(name)), exitCodes.conflict);
}

/** Asks for the password, without echo, and stores it in a file of the service. */
async function withAskedPassword(io: Io, {folder}: OwnCall, settings: OwnSettings): Promise<OwnSettings> {
	const questions = openQuestions(io);
	try {
		const typed = await questions.ask(messages.askPassword, true);
		const console = networkConsole(settings);
		if (typed === '' || !console) return settings;
		return {...settings, console: {...console, password: storePassword(folder, typed)}};
	} finally {
		questions.close();
	}
}

/** Changes a server, after everything that it names has answered. Without an option, prints its settings. */
export async function editServer(io: Io, flags: Globals, {name, command, options}: Change): Promise<void> {
	const {check} = options;
	const isChange = command.length > 0 || changesSomething(options);
	const shown = printableLine(name);
	const asked = {
		verb: messages.verbs.edit(shown),
		summary: messages.editSummary(shown),
		word: {name},
		isHarmless: true,
	} as const;
	checkIsLocal(flags);
	if (isChange) await agree(io, flags, asked);
	await onOwnService(io, flags, async call => {
		const {api, signal, folder} = call;
		const known = await findOwnServer(call, name);
		if (!isChange) {
			if (io.format?.kind === 'json') writeJson(io, {server: known});
			else writeFacts(io, factsOfServer(known));
			return;
		}
		const {id: serverId, displayName, settings: before} = known;
		const gameType =
			options.game === undefined ? known.gameType : readGame(options.game, isWithoutGame(options));
		const settings = readSettings({options, command, gameType, env: io.env, before});
		const checked = check
			? await checkServer(io, {
					name: displayName,
					gameType,
					settings,
					findsQuery: false,
					failed: proofMessages.notChanged,
					quiet: flags.quiet,
					signal,
				})
			: {settings, proof: undefined};
		const input = {serverId, displayName, gameType, settings: checked.settings};
		io.acted?.();
		const server = await api.changeOwnServer(input, {signal});
		if (!isSamePassword(before, server.settings)) removeStoredPassword(folder, passwordOf(before));
		report(io, messages.changed, server, checked);
	});
}

/** `--no-power` and `--no-password` are true unless they are typed. */
const changesSomething = ({check: _check, json: _json, power, password, ...others}: ChangeOptions): boolean =>
	power === false || password === false || Object.values(others).some(one => one !== undefined);

const isSamePassword = (before: OwnSettings, after: OwnSettings): boolean =>
	JSON.stringify(passwordOf(before)) === JSON.stringify(passwordOf(after));

const passwordOf = (settings: OwnSettings) => networkConsole(settings)?.password;

/** Removes the records of a server, and its password if the service stores it. */
export async function removeServer(io: Io, flags: Globals, name: string): Promise<void> {
	checkIsLocal(flags);
	await onOwnService(io, flags, async call => {
		const {api, signal, folder} = call;
		const server = await findOwnServer(call, name);
		const {id, displayName} = server;
		const shown = printableLine(displayName);
		await agree(io, flags, {
			verb: messages.verbs.remove(shown),
			summary: messages.removeSummary(shown),
			word: {name: displayName, id},
		});
		io.acted?.();
		await api.removeOwnServer({serverId: id}, {signal});
		removeStoredPassword(folder, passwordOf(server.settings));
		report(io, messages.removed, server, {proof: undefined});
	});
}

/** Prints the result and, as JSON, the server with the findings of the check. */
function report(
	io: Io,
	sentence: (name: string) => string,
	server: OwnServer,
	{proof}: {proof: Proof | undefined},
): void {
	sayDone(io, sentence(server.displayName));
	if (io.format?.kind === 'json')
		writeJson(io, {servers: [{...server, ...(proof && {proof: proofRecord(proof)})}]});
}

/** A number is written as `count` only if it is exact. */
function proofRecord({players: {count, ...players}, ...proof}: Proof): object {
	const {players: number, isExact, max} = count ?? {};
	return {...proof, players: {...players, max, ...(isExact ? {count: number} : {countAtLeast: number})}};
}

/** Returns the facts of a server as its owner has described it. */
function factsOfServer({id, displayName, gameType, settings}: OwnServer): Fact[] {
	const {facts} = messages;
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
		[facts.backup, settings.backup && messages.backupTo(settings.backup.directory, settings.backup.archives)],
		[facts.rconStop, settings.stopCommand],
		[facts.rconSave, settings.saveCommand],
		[facts.rconSay, settings.sayCommand],
		[facts.rconPlayers, settings.playersCommand],
		[facts.rconProbe, settings.probeCommand],
	];
}

const addressText = ({host, port}: {host: string; port: number}): string =>
	`${host.includes(':') ? `[${host}]` : host}:${port}`;
