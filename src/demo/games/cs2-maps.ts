import cs2 from '../../../assets/games/cs2.json' with {type: 'json'};
import type {Clock} from '../../lib/clock.ts';
import type {Verb} from './console-line.ts';

/** The current map and the commands that change it. */
export type Maps = {current: () => string; verbs: Record<string, Verb>; stop: () => void};

const downloadMs = 60_000;
const usual = ['aim_redline', 'awp_lego_2', 'de_cache', 'surf_utopia', 'workout_kz'];

export function createMaps(clock: Clock, first: string): Maps {
	const installed = new Set([...cs2.maps, first]);
	let current = first;
	let collection: string[] = [];
	let cancelTimer = () => {};
	const change = (map: string | undefined) => {
		if (map === undefined) return 'Usage:  changelevel <map>';
		if (!installed.has(map)) return `CModelLoader::Map_IsValid:  No such map '${map}'`;
		cancelTimer();
		current = map;
		return '';
	};
	const host: Verb = ([workshopId = '']) => {
		if (!/^\d+$/.test(workshopId)) return 'Usage:  host_workshop_map <workshop id>';
		const map = `workshop/${workshopId}/custom_map`;
		cancelTimer();
		cancelTimer = clock.after(downloadMs, () => {
			installed.add(map);
			change(map);
		});
		return '';
	};
	const useCollection: Verb = ([collectionId = '']) => {
		if (!/^\d+$/.test(collectionId)) return 'Usage:  host_workshop_collection <collection id>';
		collection = Number(collectionId) === 0 ? [] : usual.map(map => `workshop/${collectionId}/${map}`);
		for (const map of collection) installed.add(map);
		return '';
	};
	return {
		current: () => current,
		stop: () => cancelTimer(),
		verbs: {
			maps: ([pattern]) => {
				if (pattern === undefined) return 'Usage:  maps <part of a name, or *>';
				const part = pattern.replaceAll('*', '').toLowerCase();
				const found = [...installed].filter(map => map.toLowerCase().includes(part));
				return found.sort().join('\n');
			},
			changelevel: ([map]) => change(map),
			map: ([map]) => change(map),
			host_workshop_map: host,
			host_workshop_collection: useCollection,
			ds_workshop_listmaps: () => collection.map(map => map.replace(/^.*\//, '')).join('\n'),
			ds_workshop_changelevel: ([name = '']) => {
				const map = collection.find(map => map.endsWith(`/${name}`));
				return map === undefined ? `No map '${name}' in the workshop collection` : change(map);
			},
		},
	};
}
