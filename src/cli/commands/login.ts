import {describe} from './describe.ts';
import {text} from 'node:stream/consumers';
import {type ByName, ownValue} from '../../lib/json/maps.ts';
import type {Command} from 'commander';
import {checkedBaseUrl} from '../../config/addresses.ts';
import {allowanceVariables, checkConnections, readAllowances} from '../../config/connections.ts';
import {readConfigFile} from '../../config/files.ts';
import {loadConfig} from '../../config/load.ts';
import {directory, envValue} from '../../config/paths.ts';
import type {CredentialsTable} from '../../config/schema.ts';
import {writeCredentials, writeDefaultProfile, writeProfile} from '../../config/write.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {ApiError} from '../../contract/errors.ts';
import type {Team} from '../../contract/models/team.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {CommandError, type ExitCode, exitCodeOf, exitCodes, failureText} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {say, sayDone} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {InputEnded, openQuestions, type Questions} from '../output/questions.ts';
import {openConnection} from '../start/connect.ts';
import {loginMessages} from '../../messages/login.ts';
import {withServiceMessage} from '../../messages/results.ts';

export function addLogin(program: Command, run: Run): void {
	describe(program.command('login'), loginMessages)
		.argument('[name]', loginMessages.profileHelp, 'default')
		.option('--with-token', loginMessages.withTokenHelp)
		.option('--invite', loginMessages.inviteHelp)
		.action(
			run(async (io, flags, {withToken, invite}: {withToken?: true; invite?: true}, [name = 'default']) => {
				if (!/^[\w-]+$/.test(name)) throw new UsageError(loginMessages.wrongName);
				const configDir = directory(io.env, 'RCONDECK_CONFIG_DIR').path;
				const {content} = readConfigFile(configDir);
				const old = ownValue(content.profiles, name);
				if (withToken && invite) throw new UsageError(loginMessages.eitherTokenOrInvite);
				const {url, credentials, team, applicationId} = withToken
					? await signInWithToken(io, flags.url, old?.url)
					: await askSignIn(io, flags.url, old?.url, invite ? 'invite' : undefined);
				writeCredentials(configDir, name, credentials);
				writeProfile(configDir, name, url);
				if (content.profile === undefined) writeDefaultProfile(configDir, name);
				sayDone(
					io,
					loginMessages.signedIn(
						team.name ?? team.id,
						permissionText(team, applicationId ?? credentials.app_id),
					),
				);
				sayDone(io, loginMessages.written(name));
			}),
		);
}

type SignedIn = {url: string; credentials: CredentialsTable; team: Team; applicationId?: string};

/**
Prompts for the URL, unless a flag sets it, and for the credentials of this kind, or of one that is typed. `before`: the
profile's current URL.
*/
async function askSignIn(
	io: Io,
	urlFlag: string | undefined,
	before: string | undefined,
	wanted: string | undefined,
): Promise<SignedIn> {
	const questions = openQuestions(io);
	try {
		let known = urlFlag && (await checkReachable(io, checkedBaseUrl(urlFlag, '--url')));
		return await retryUntilValid(io, async () => {
			const url = (known ||= await checkReachable(io, await askUrl(questions, before)));
			const kind = wanted ?? ((await questions.ask(loginMessages.askKind)) || 'token');
			if (kind === 'invite') return await join(io, url, await questions.ask(loginMessages.askCode));
			const credentials = await askCredentials(questions, kind);
			const team = await checkCredentials(io, url, credentials).catch((error: unknown) => {
				if (!(error instanceof NoService)) throw error;
				// The URL of a flag is fixed, so asking again is pointless.
				if (urlFlag !== undefined) throw new CommandError(error.message, error.exitCode);
				known = undefined;
				throw error;
			});
			return {url, credentials, team};
		});
	} finally {
		questions.close();
	}
}

/** Signs in from a script: stdin is the token; the URL comes from a flag, the environment or the profile. */
async function signInWithToken(
	io: Io,
	urlFlag: string | undefined,
	before: string | undefined,
): Promise<SignedIn> {
	const named = [
		[urlFlag, '--url'],
		[envValue(io.env, 'RCONDECK_URL'), 'RCONDECK_URL'],
		[before, loginMessages.fromProfile],
	] as const;
	const [address, from] = named.find(([value]) => value !== undefined) ?? [];
	if (address === undefined || from === undefined) throw new UsageError(loginMessages.urlNeeded);
	const token = (await text(io.stdin)).trim();
	if (token === '') throw new UsageError(loginMessages.noToken);
	const url = await checkReachable(io, checkedBaseUrl(address, from));
	const credentials = {token};
	return {url, credentials, team: await checkCredentials(io, url, credentials)};
}

/** Asks again after a wrong answer. At the end of the input, exits with the code of the last wrong answer. */
async function retryUntilValid<Answer>(io: Io, ask: () => Promise<Answer>): Promise<Answer> {
	let code: ExitCode | undefined;
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			if (error instanceof InputEnded && code !== undefined) throw new CommandError(error.message, code);
			if (error instanceof InputEnded || !isWrongAnswer(error)) throw error;
			code = exitCodeOf(error);
			say(io, failureText(error));
		}
	}
}

const isWrongAnswer = (error: unknown): error is UsageError | ApiError | NoService | NotAccepted =>
	error instanceof UsageError ||
	error instanceof NoService ||
	error instanceof NotAccepted ||
	(error instanceof ApiError && error.reason !== 'canceled');

/** Another server answers at the URL, or the service has a different path. */
class NoService extends CommandError {
	override name = 'NoService';
}

/** The service rejects the credentials. */
class NotAccepted extends CommandError {
	override name = 'NotAccepted';
}

async function askUrl({ask}: Questions, before: string | undefined): Promise<string> {
	const answer = await ask(before === undefined ? loginMessages.askUrl : loginMessages.askUrlAgain(before));
	return checkedBaseUrl(answer === '' && before !== undefined ? before : answer, loginMessages.fromAnswer);
}

/** Returns the URL if a service answers there: a secret must not reach a mistyped host. */
async function checkReachable(io: Io, url: string): Promise<string> {
	for (const warning of checkConnections(io.env, [url], readAllowances(io.env))) say(io, warning);
	try {
		await teamAt(io, url, {});
	} catch (error) {
		// Without credentials the service answers with a refusal. (Specification: Authentication)
		if (!(error instanceof ApiError) || error.reason !== 'refused') throw error;
		if (![400, 401, 403, 404, 429].includes(error.status ?? 0)) throw error;
	}
	return url;
}

async function askCredentials({ask}: Questions, kind: string): Promise<CredentialsTable> {
	const askRequired = async (question: string, hidden = false) => {
		const answer = await ask(question, hidden);
		if (answer === '') throw new UsageError(loginMessages.blank);
		return answer;
	};
	switch (kind) {
		case 'token':
			return {token: await askRequired(loginMessages.askToken, true)};
		case 'app':
			return {
				app_id: await askRequired(loginMessages.askAppId),
				app_secret: await askRequired(loginMessages.askAppSecret, true),
			};
		case 'bearer':
			return {bearer: await askRequired(loginMessages.askBearer, true)};
		default:
			throw new UsageError(loginMessages.wrongKind);
	}
}

/** Returns the team of these credentials. Nothing is written before the service confirms them. */
async function checkCredentials(io: Io, url: string, table: CredentialsTable): Promise<Team> {
	try {
		return await teamAt(io, url, {
			RCONDECK_TOKEN: table.token,
			RCONDECK_APP_ID: table.app_id,
			RCONDECK_APP_SECRET: table.app_secret,
			RCONDECK_BEARER: table.bearer,
		});
	} catch (error) {
		if (!(error instanceof ApiError) || error.status !== 401) throw error;
		throw new NotAccepted(wordsWith(loginMessages.notAccepted, error), exitCodes.notSignedIn);
	}
}

const wordsWith = (ours: string, {serviceMessage}: ApiError) =>
	withServiceMessage(ours, serviceMessage && printableLine(serviceMessage));

/** Exchanges an invitation code for a personal token. The code works only once. */
async function join(io: Io, url: string, code: string): Promise<SignedIn> {
	if (code === '') throw new UsageError(loginMessages.blank);
	const {token, applicationId} = await withApi(io, url, {}, api =>
		api.joinTeam({code}, {signal: io.ending}),
	).catch((error: unknown) => {
		if (!(error instanceof ApiError) || error.status !== 400) throw error;
		throw new NotAccepted(wordsWith(loginMessages.codeNotAccepted, error), exitCodes.notSignedIn);
	});
	const credentials = {token};
	return {url, credentials, applicationId, team: await checkCredentials(io, url, credentials)};
}

/** Calls the service with these credentials, ignoring other configured ones. */
async function withApi<Answer>(
	io: Io,
	url: string,
	credentials: ByName<string | undefined>,
	call: (api: Api) => Promise<Answer>,
): Promise<Answer> {
	const kept = [
		'RCONDECK_CONFIG_DIR',
		'XDG_CONFIG_HOME',
		'HOME',
		'RCONDECK_TEAM',
		'NODE_TLS_REJECT_UNAUTHORIZED',
		...Object.values(allowanceVariables),
	];
	const env = {
		...Object.fromEntries(kept.map(name => [name, io.env[name]])),
		RCONDECK_URL: url,
		...credentials,
	};
	const {api, close} = openConnection(io, loadConfig({flags: {}, env}));
	try {
		return await call(api);
	} finally {
		await close(io.ending);
	}
}

/** Returns the team that the service reports for these credentials. */
async function teamAt(io: Io, url: string, credentials: ByName<string | undefined>): Promise<Team> {
	try {
		return await withApi(io, url, credentials, api => api.myTeam({}, {signal: io.ending}));
	} catch (error) {
		// The specification has only this key for a team that is not found.
		if (!(error instanceof ApiError) || error.status !== 404 || error.key === 'TEAM_NOT_FOUND') throw error;
		throw new NoService(loginMessages.noService(url), exitCodes.notFound);
	}
}

function permissionText({applications}: Team, applicationId: string | undefined): string {
	const found = ownValue(applications, applicationId ?? '');
	if (!found) return loginMessages.permissionsUnknown;
	return loginMessages.permissions(found.map(printableLine).join(', ') || 'none');
}
