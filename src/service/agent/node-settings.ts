import type {ServiceContext} from '../context.ts';

/** Returns a setting that is text, otherwise empty text. */
export function textSetting(service: Settings, serverId: string, name: string): string {
	const value = setting(service, serverId, name);
	return typeof value === 'string' ? value : '';
}

type Settings = Pick<ServiceContext, 'store'>;

/** Returns a setting of the server's profile that concerns the node, not the game. */
export function setting({store}: Settings, serverId: string, name: string): unknown {
	const profileId = store.servers.get(serverId)?.settingProfileId ?? '';
	return store.profiles.get(profileId)?.gmcSettings[name];
}
