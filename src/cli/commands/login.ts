import {ownValue} from '../../lib/maps.ts';
import type {Command} from 'commander';
import {readConfigFile} from '../../config/files.ts';
import {loadConfig} from '../../config/load.ts';
import {directory} from '../../config/paths.ts';
import type {CredentialsTable} from '../../config/schema.ts';
import {writeCredentials, writeDefaultProfile, writeProfile} from '../../config/write.ts';
import type {Team} from '../../contract/models/team.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {say} from '../output.ts';
import type {Run} from '../program.ts';
import {openQuestions, type Questions} from '../questions.ts';
import {openConnection} from '../session.ts';

export function addLogin(program: Command, run: Run): void {
	program
		.command('login')
		.description('Ask for the address and the credentials of a service, prove them, and write a profile')
		.argument('[name]', 'the profile', 'default')
		.action(
			run(async (io, flags, _options: object, [name = 'default']) => {
				if (!/^[\w-]+$/.test(name)) throw new UsageError('A profile is named with letters, digits, - and _.');
				const configDir = directory(io.env, 'RCONDECK_CONFIG_DIR').path;
				const {content} = readConfigFile(configDir);
				const old = ownValue(content.profiles, name);
				const questions = openQuestions(io);
				try {
					const url = flags.url ?? (await askUrl(questions, old?.url));
					const credentials = await askCredentials(questions);
					const team = await prove(io, url, credentials);
					// A token from elsewhere would be a second answer to the same question.
					const {token_command: _command, token_file: _file, ...kept} = old ?? {};
					writeCredentials(configDir, name, credentials);
					writeProfile(configDir, name, {...kept, url});
					if (content.profile === undefined) writeDefaultProfile(configDir, name);
					say(
						io,
						`Signed in to the team ${printableLine(team.name ?? team.id)}; ${permissionText(team, credentials)}.`,
					);
					say(io, `The profile ${name} is written: rcondeck --profile ${name} opens the deck with it.`);
					return exitCodes.done;
				} finally {
					questions.close();
				}
			}),
		);
}

async function askUrl({ask}: Questions, before: string | undefined): Promise<string> {
	const given = await ask(before === undefined ? 'URL of the service: ' : `URL of the service [${before}]: `);
	return given === '' && before !== undefined ? before : given;
}

async function askCredentials({ask}: Questions): Promise<CredentialsTable> {
	const kind = (await ask('Credentials: token, app (id and secret) or bearer [token]: ')) || 'token';
	switch (kind) {
		case 'token':
			return {token: await ask('Application token (not shown): ', true)};
		case 'app':
			return {
				app_id: await ask('Application id: '),
				app_secret: await ask('Application secret (not shown): ', true),
			};
		case 'bearer':
			return {bearer: await ask('Bearer token (not shown): ', true)};
		default:
			throw new UsageError('Answer token, app or bearer.');
	}
}

/** The team that these credentials belong to; nothing is written before the service has said so. */
async function prove(io: Io, url: string, table: CredentialsTable): Promise<Team> {
	const env = {
		RCONDECK_CONFIG_DIR: io.env['RCONDECK_CONFIG_DIR'],
		XDG_CONFIG_HOME: io.env['XDG_CONFIG_HOME'],
		HOME: io.env['HOME'],
		RCONDECK_URL: url,
		RCONDECK_TOKEN: table.token,
		RCONDECK_APP_ID: table.app_id,
		RCONDECK_APP_SECRET: table.app_secret,
		RCONDECK_BEARER: table.bearer,
	};
	const config = loadConfig({flags: {}, env});
	if (!config.credentials) throw new UsageError('No credentials were given: nothing is written.');
	for (const warning of config.warnings) say(io, warning);
	const {api, close} = openConnection(io, config);
	try {
		return await api.myTeam({}, {signal: io.ending});
	} finally {
		await close();
	}
}

function permissionText({applications}: Team, {app_id: appId}: CredentialsTable): string {
	const found = ownValue(applications, appId ?? '');
	if (!found) return 'the service does not say which permissions these credentials have';
	return `permissions: ${found.map(printableLine).join(', ') || 'none'}`;
}
