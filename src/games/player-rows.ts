// Every pattern here runs in linear time, because an answer may be crafted to match slowly.
const arkPlayer = /^\s*(\d+)\. (.*), ?([0-9A-Za-z|]+)\s*$/;

/** Parses a line of ARK's `ListPlayers`, `0. Name, 0002abcd…`. Names may contain commas, ids never do. */
export function readArkPlayer(line: string): {place: string; name: string; id: string} | undefined {
	const [, place, name, id] = arkPlayer.exec(line) ?? [];
	return place === undefined || name === undefined || id === undefined ? undefined : {place, name, id};
}

/** Id, time, ping, loss, state, rate, address and name, in builds since Source 2. Bots have no address. */
const client = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(?:(\S+)\s+)?'(.*)'\s*$/;

type StatusRow = {
	id: string;
	name: string;
	time: string;
	ping: string;
	loss: string;
	state: string;
	rate: string;
	address: string;
	isBot: boolean;
};

/** Parses a line of `status` in builds since Source 2. The name may contain quotes. */
export function readStatusRow(line: string): StatusRow | undefined {
	const [, id, time = '', ping = '', loss = '', state = '', rate = '', address = '', name] =
		client.exec(line) ?? [];
	if (id === undefined || name === undefined) return undefined;
	return {id, name, time, ping, loss, state, rate, address, isBot: time === 'BOT'};
}

/** Checks whether a line of `status` is a free slot. */
export const isFreeSlot = (line: string): boolean => /^\s*65535\s+\[NoChan\]\s.*\s''\s*$/.test(line);

const oldClient =
	/^#\s*(\d+)(?:\s+\d+)?\s+"(.*)"\s+(\S+)\s+(\S+)\s+(\d+)\s+(\d+)\s+(\S+)(?:\s+(\d+))?(?:\s+(\S+))?$/;
const oldBot = /^#\s*(\d+)(?:\s+\d+)?\s+"(.*)"\s+(BOT)\s+(\S+)(?:\s+(\d+))?$/;

/** Parses a line of `status` in builds before Source 2, `# 2 "Name" STEAM_1:0:1234 …`. Some have no rate. */
export function readOldStatusRow(line: string): (StatusRow & {unique: string}) | undefined {
	const [, botId, botName, , botState = '', botRate = ''] = oldBot.exec(line) ?? [];
	if (botId !== undefined && botName !== undefined) {
		const none = {time: '', ping: '', loss: '', address: ''};
		return {id: botId, name: botName, unique: 'BOT', state: botState, rate: botRate, isBot: true, ...none};
	}
	const [, id, name, unique = '', time = '', ping = '', loss = '', state = '', rate = '', address = ''] =
		oldClient.exec(line) ?? [];
	if (id === undefined || name === undefined) return undefined;
	return {id, name, unique, time, ping, loss, state, rate, address, isBot: unique === 'BOT'};
}

const user = /^<?(\d+):(\d+):"(.*)">?$/;

/** Parses a line of `users`, `<slot:userid:"name">` or `2:1:"name"`. */
export function readUserRow(line: string): {slot: string; id: string; name: string} | undefined {
	const [, slot, id, name] = user.exec(line.trim()) ?? [];
	return slot === undefined || id === undefined || name === undefined ? undefined : {slot, id, name};
}
