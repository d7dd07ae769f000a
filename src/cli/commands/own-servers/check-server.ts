import {networkConsole, type OwnSettings, type SecretSource} from '../../../contract/models/own-server.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {ownCommandMessages, proofMessages} from '../../../messages/own-servers.ts';
import type {Attempt, Proof} from '../../../service/own/prove.ts';
import {askFirst} from '../../output/consent.ts';
import {CommandError, type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {say, sayDone} from '../../output/output.ts';
import {openProgress} from '../../output/progress.ts';
import {probableQuery} from './game.ts';

type Checked = {settings: OwnSettings; proof: Proof};

type Check = {
	name: string;
	gameType: string;
	settings: OwnSettings;
	/** Try the default query port of the game, and use it if it answers. */
	findsQuery: boolean;
	/** The sentence of a failure, with its reasons. */
	failed: (name: string, reasons: string) => string;
	/** The password was just typed: its file is kept only if the server is added. */
	isTyped?: boolean;
	quiet: boolean | undefined;
	signal: AbortSignal;
};

/**
Connects to a server, prints the result, and returns the settings with additions: a query that answers, and
the fingerprint of a certificate that the user trusts. Throws `CommandError` with the reasons unless everything answers.
*/
export async function checkServer(io: Io, check: Check): Promise<Checked> {
	const {name, gameType, findsQuery} = check;
	const target = networkConsole(check.settings);
	const probable = findsQuery && target && probableQuery(gameType, target);
	const wanted = probable ? {...check.settings, query: probable} : check.settings;
	const {settings, proof} = await withCertificate(io, check, wanted);
	printFindings(io, name, proof);
	const isMissing = probable && proof.query?.kind !== 'answered';
	const reasons = reasonsOf(settings, isMissing ? {...proof, query: undefined} : proof, check.isTyped);
	if (reasons) {
		const text = check.failed(name, [...reasons.texts, proofMessages.skipCheck].join(' '));
		throw new CommandError(printableLine(text), reasons.code);
	}
	if (!isMissing) return {settings, proof};
	say(io, proofMessages.usualQuery(probable.host, probable.port));
	const {query: _silent, ...rest} = settings;
	return {settings: rest, proof: {...proof, query: undefined}};
}

/** Connects to the server, and once more if its certificate is not trusted and the user trusts the fingerprint. */
async function withCertificate(io: Io, check: Check, settings: OwnSettings): Promise<Checked> {
	const proof = await reach(io, check, settings);
	const console = networkConsole(settings);
	const certificate = proof.console && 'certificate' in proof.console ? proof.console.certificate : undefined;
	if (certificate === undefined || !console || console.fingerprint !== undefined) return {settings, proof};
	if (!io.stdin.isTTY || !io.stderr.isTTY) {
		const reasons = `${reasonOf(proof.console)} ${proofMessages.pinIt(certificate)}`;
		throw new CommandError(printableLine(check.failed(check.name, reasons)), exitCodes.refusedByUs);
	}
	const answer = await askFirst(io, proofMessages.trust(console.host, console.port, certificate));
	if (!/^y(es)?$/i.test(answer)) return {settings, proof};
	const trusting = {...settings, console: {...console, fingerprint: certificate}};
	return {settings: trusting, proof: await reach(io, check, trusting)};
}

async function reach(io: Io, {name, gameType, quiet, signal}: Check, settings: OwnSettings): Promise<Proof> {
	const {prove} = await import('../../../service/own/prove.ts');
	const progress = await openProgress(io, {total: 1, quiet});
	progress.say(proofMessages.connecting(name));
	try {
		return await prove(settings, gameType, {clock: systemClock, env: io.env, signal});
	} catch (error) {
		if (!signal.aborted) throw error;
		throw new CommandError(ownCommandMessages.outOfTime, exitCodes.notReachable);
	} finally {
		progress.close();
	}
}

/** Players and map are printed once: with the console, or with the query of a server without one. */
function printFindings(io: Io, name: string, {console, query, power, players, map}: Proof): void {
	const {count, names} = players;
	const text = proofMessages.players(count, names);
	const print = (sentence: string) => sayDone(io, sentence);
	const isByConsole = console?.kind === 'answered';
	if (isByConsole) print(proofMessages.console(name, console.ms, text));
	if (query?.kind === 'answered') print(proofMessages.query(name, query.ms, isByConsole ? '' : text, map));
	if (power && power.kind !== 'unknown') print(proofMessages.power[power.kind](name));
}

/** Returns why a server is not as its settings say; undefined if it is. */
function reasonsOf(
	settings: OwnSettings,
	{console, query, power}: Proof,
	isTyped: boolean | undefined,
): {texts: string[]; code: ExitCode} | undefined {
	const target = networkConsole(settings);
	const codes: ExitCode[] = [];
	const texts: string[] = [];
	for (const attempt of [console, query]) {
		if (!attempt || attempt.kind === 'answered') continue;
		texts.push(attempt.reason);
		codes.push(attempt.certificate === undefined ? codeOf[attempt.kind] : exitCodes.notReachable);
		const refused = attempt.kind === 'wrong-password' && !isTyped && target?.password;
		if (refused) texts.push(proofMessages.passwordFrom(passwordText(refused)));
	}
	if (power?.kind === 'unknown') {
		texts.push(power.reason);
		codes.push(exitCodes.failed);
	}
	const [code] = codes;
	if (code === undefined) return undefined;
	return {texts: power?.kind === 'stopped' ? [proofMessages.isStopped, ...texts] : texts, code};
}

const codeOf: Record<Exclude<Attempt['kind'], 'answered'>, ExitCode> = {
	refused: exitCodes.notReachable,
	silent: exitCodes.notReachable,
	'no-password': exitCodes.wrongUsage,
	untrusted: exitCodes.notReachable,
	'wrong-password': exitCodes.notSignedIn,
	malformed: exitCodes.failed,
};

const reasonOf = (attempt: Attempt | undefined): string =>
	attempt && 'reason' in attempt ? attempt.reason : '';

/** Returns where a password is stored. */
export function passwordText(source: SecretSource): string {
	const {file, env, command} = proofMessages.passwordIsFrom;
	if ('file' in source) return file(source.file);
	return 'env' in source ? env(source.env) : command(source.command);
}
