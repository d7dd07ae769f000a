import {type Config, isDemo} from '../../config/load.ts';
import {ConfigFile} from '../../config/schema.ts';
import {ownValue} from '../../lib/json/maps.ts';
import {configCommandMessages} from '../../messages/config.ts';

/** The URL of a webhook is a secret: only where it is. */
async function alertsText({alerts}: Config): Promise<string | undefined> {
	if (!alerts) return undefined;
	const {command, webhook} = await alerts();
	return [
		command && configCommandMessages.alertCommand(command.join(' ')),
		webhook && configCommandMessages.alertWebhook(webhook.from),
	]
		.filter(text => text !== undefined)
		.join(', ');
}

/** Lists are joined; of tables, only the names are shown. */
function settingTexts({keys, commands, ...others}: ConfigFile): Record<string, unknown> {
	const values: Readonly<Record<string, unknown>> = {
		...others,
		keys: Object.entries(keys).map(([id, list]) => `${id} ${list.join(' ')}`),
		commands: commands.map(({name}) => name),
	};
	const textOf = (value: unknown) => {
		if (typeof value !== 'object' || value === null) return value;
		return (Array.isArray(value) ? value : Object.keys(value)).join(', ') || undefined;
	};
	const {profile: _profile, profiles: _profiles, ...shown} = ConfigFile.shape;
	return Object.fromEntries(Object.keys(shown).map(name => [name, textOf(ownValue(values, name))]));
}

export type ConfigValue = {name: string; value: string | undefined; origin: string};

/** Returns the effective value of each setting with its origin, without secrets. */
export async function configValues(config: Config): Promise<ConfigValue[]> {
	const {feed} = config;
	const values: Record<string, unknown> = {
		profile: isDemo(config) ? undefined : config.profileName,
		url: config.baseUrl ?? configCommandMessages.noUrl[config.service === 'local' ? 'local' : 'demo'],
		team: config.team,
		credentials: config.credentials && configCommandMessages.credentials(config.credentials.kind),
		label: config.label,
		color: config.color,
		read_only: config.readOnly,
		protect: config.protect,
		'feed.url': feed.url,
		'feed.destinations': feed.destinations.join(', '),
		'feed.login': feed.login,
		'feed.passcode': feed.passcode && configCommandMessages.secretIsSet,
		client_cert: config.clientCert,
		client_key: config.clientKey,
		...settingTexts(config.settings),
		alerts: await alertsText(config),
		config_dir: config.configDir,
		state_dir: config.stateDir,
	};
	return Object.entries(values).map(([name, value]) => ({
		name,
		value: value === undefined ? undefined : String(value),
		origin: ownValue(config.origins, name) ?? 'default',
	}));
}

/** The same for a file that is passed on: also without the login of the feed. */
export const valuesToShare = async (config: Config): Promise<ConfigValue[]> =>
	(await configValues(config)).map(each =>
		each.name === 'feed.login' && each.value !== undefined
			? {...each, value: configCommandMessages.secretIsSet}
			: each,
	);
