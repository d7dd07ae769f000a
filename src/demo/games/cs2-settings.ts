import cs2 from '../../../assets/games/cs2.json' with {type: 'json'};

/** The console variables. Names are case-insensitive. */
export type Settings = {
	get: (name: string) => string | undefined;
	set: (name: string, value: string) => void;
	/** The console's output for a bare name and in `cvarlist`. */
	describe: (name: string) => string | undefined;
	list: (prefix: string) => string;
};

export function createSettings(own: Record<string, string>): Settings {
	const values = new Map(cs2.settings.map(({name, value}) => [name, own[name] ?? value]));
	return {
		get: name => values.get(name.toLowerCase()),
		set: (name, value) => void values.set(name.toLowerCase(), value),
		describe: name => {
			const value = values.get(name.toLowerCase());
			return value === undefined ? undefined : `${name.toLowerCase()} = ${value}`;
		},
		list: prefix => {
			const rows = cs2.settings
				.filter(({name}) => name.startsWith(prefix.toLowerCase()))
				.map(({name, help}) => `${name.padEnd(36)} : ${(values.get(name) ?? '').padEnd(12)} : ${help}`);
			return ['cvar list', '--------------', ...rows, '--------------', `${rows.length} total convars`].join(
				'\n',
			);
		},
	};
}

/** Config files in the cfg directory of every server. */
export const configs = new Map([
	['server', 'sv_visiblemaxplayers -1; sv_voiceenable 1'],
	['gamemode_casual', 'mp_maxrounds 15; mp_friendlyfire 0; mp_freezetime 5; sv_alltalk 1'],
	['gamemode_competitive', 'mp_maxrounds 24; mp_friendlyfire 1; mp_freezetime 15; sv_alltalk 0'],
	['gamemode_wingman', 'mp_maxrounds 16; mp_roundtime 1.5; mp_freezetime 10'],
	['practice', 'sv_infinite_ammo 1; mp_freezetime 0; mp_roundtime 60; mp_buytime 3600; bot_kick'],
]);
