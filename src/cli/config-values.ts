import {isDemo, type Config} from '../config/load.ts';
import {ownValue} from '../lib/maps.ts';
import {configCommandMessages} from '../messages/cli-config.ts';

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

export type ConfigValue = {name: string; value: string | undefined; origin: string};

/** Returns the effective value of each setting with its origin, without secrets. */
export async function configValues(config: Config): Promise<ConfigValue[]> {
	const {feed} = config;
	const values: Record<string, unknown> = {
		profile: isDemo(config) ? undefined : config.profileName,
		url: config.baseUrl ?? configCommandMessages.noUrl[config.service === 'local' ? 'local' : 'demo'],
		credentials: config.credentials && configCommandMessages.credentials(config.credentials.kind),
		label: config.label,
		colour: config.colour,
		read_only: config.readOnly,
		protect: config.protect,
		theme: config.theme,
		clipboard: config.clipboard,
		mouse: config.mouse,
		poll_seconds: config.pollMs / 1000,
		at_once_per_node: config.atOncePerNode,
		scrollback: config.scrollback,
		'feed.url': feed.url,
		'feed.destinations': feed.destinations.join(', '),
		'feed.login': feed.login,
		'feed.passcode': feed.passcode && configCommandMessages.secretIsSet,
		client_cert: config.clientCert,
		client_key: config.clientKey,
		screen_reader: config.screenReader,
		keys:
			config.keys &&
			Object.entries(config.keys)
				.map(([id, keys]) => `${id} ${keys.join(' ')}`)
				.join(', '),
		aliases: Object.keys(config.aliases).join(', ') || undefined,
		dangerous: config.dangerous.join(', ') || undefined,
		views: Object.keys(config.views).join(', ') || undefined,
		messages: config.messages.join(', ') || undefined,
		reasons: config.reasons.join(', ') || undefined,
		bell: config.bell,
		commands: config.commands.map(({name}) => name).join(', ') || undefined,
		update_url: config.updateUrl,
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
