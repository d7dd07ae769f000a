import {md5} from '../lib/md5.ts';
import {consolesOf} from './games.ts';

/** The lowest and highest numbers of Steam accounts begin alike. */
const steamIds = /(?<!\d)7656119\d{10}(?!\d)/g;

export const isSteamId = (text: string): boolean => /^7656119\d{10}$/.test(text);

/** Whether the players of a game have GUIDs of BattlEye. */
export const hasGuids = (gameType: string | undefined): boolean =>
	consolesOf(gameType ?? '').some(({kind}) => kind === 'battleye');

/**
Returns the GUID of BattlEye for a Steam ID: the MD5 of `BE` and the number as eight bytes, the lowest first. (BattlEye states
neither; public code and GUIDs of known accounts agree, such as 222ac690b634c55bc957aedd9d0e287f for 76561197996108375)
*/
export function guidOf(steamId: string): string {
	const bytes = new Uint8Array(10);
	bytes.set([0x42, 0x45]);
	new DataView(bytes.buffer).setBigUint64(2, BigInt(steamId), true);
	return md5(bytes);
}

/** Returns the Steam IDs in a text by their GUIDs: whatever names them, the GUID proves whose they are. */
export const steamIdsIn = (text: string): [guid: string, steamId: string][] =>
	[...new Set(text.match(steamIds))].map(steamId => [guidOf(steamId), steamId]);
