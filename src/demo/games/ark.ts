import {type Clock, pause} from '../../lib/time/clock.ts';
import {openPopulation, type Person, type Player, type Population, sayRandomRemark} from './population.ts';
import {afterFirstWord, pick, splitWords} from './console-line.ts';
import {type ByName, ownValue} from '../../lib/json/maps.ts';
import ark from '../../../assets/games/ark-ascended.json' with {type: 'json'};
import {addLine, type Game, type GameOptions} from './game.ts';

/** The chat and the log that ARK keeps until they are fetched. Each line is returned only once. */
export type Logbook = {
	note: (text: string, at?: number) => void;
	say: (line: string) => void;
	takeLog: () => string | undefined;
	takeChat: () => string | undefined;
};

/** Few enough for hundreds of simulated servers that run for days. */
const maxLines = 100;

function createLogbook(clock: Clock): Logbook {
	let log: string[] = [];
	let chat: string[] = [];
	return {
		note: (text, at = clock.now()) => {
			log = [...log.slice(1 - maxLines), `${logTime(at)}: ${text}`];
		},
		say: line => {
			chat = [...chat.slice(1 - maxLines), line];
		},
		takeLog: () => {
			const text = log.join('\n');
			log = [];
			return text || undefined;
		},
		takeChat: () => {
			const text = chat.join('\n');
			chat = [];
			return text || undefined;
		},
	};
}

/** Runs one command, given its words and its line as typed. Undefined means accepted without output. */
export type ArkVerb = (args: string[], line: string) => string | undefined | Promise<string | undefined>;

type Moderation = {verbs: ByName<ArkVerb>; mayJoin: (person: Person) => boolean};

/** Creates the commands for kicks, bans and the allowlist. Ids are those of `ListPlayers`: `idOf`. */
function createArkModeration(
	population: () => Population,
	idOf: (person: Person) => string,
	note: (text: string) => void,
): Moderation {
	const banned = new Set<string>();
	const allowlist = new Set<string>();
	const playerWith = (id: string) =>
		population()
			.list()
			.find(player => idOf(player) === id);
	const findPlayer = (name: string) =>
		population()
			.list()
			.find(player => player.name === name);
	const remove = (id: string) => {
		const player = playerWith(id);
		if (player) population().remove(player);
		return player !== undefined;
	};
	const sendToPlayer: ArkVerb = ([who = '', ...text]) => {
		const player = playerWith(who) ?? findPlayer(who);
		if (player) note(`SERVER to ${player.name}: ${text.join(' ')}`);
		return undefined;
	};
	return {
		mayJoin: person => allowlist.has(idOf(person)) || !banned.has(idOf(person)),
		verbs: {
			kickplayer: ([id = '']) => (remove(id) ? `${id} Kicked` : undefined),
			banplayer: ([id = '']) => {
				if (id === '') return undefined;
				banned.add(id);
				remove(id);
				return `${id} Banned`;
			},
			unbanplayer: ([id = '']) => (banned.delete(id) ? `${id} Unbanned` : undefined),
			allowplayertojoinnocheck: ([id = '']) => {
				if (id === '') return undefined;
				allowlist.add(id);
				return `${id} Allowed Player To Join No Check`;
			},
			disallowplayertojoinnocheck: ([id = '']) =>
				allowlist.delete(id) ? `${id} Disallowed Player To Join No Check` : undefined,
			serverchatto: sendToPlayer,
			serverchattoplayer: sendToPlayer,
			renameplayer: ([old = '', name]) => {
				const player = findPlayer(old);
				if (player && name) population().rename(player, name);
				return undefined;
			},
		},
	};
}

export type Tribe = {tribeId: number; name: string};

/** Returns the tribe of a survivor, which is the same on every visit. */
function tribeOf({eosId}: {eosId: string}, tribes: readonly [Tribe, ...Tribe[]]): Tribe {
	return tribes[Number.parseInt(eosId.slice(-4), 16) % tribes.length] ?? tribes[0];
}

function someTribes(): [Tribe, ...Tribe[]] {
	return [
		{tribeId: 1_170_340_512, name: 'Tar Pit Choir'},
		{tribeId: 1_482_007_331, name: '霧の民'},
		{tribeId: 1_559_918_204, name: 'Kibble, Inc.'},
		{tribeId: 1_906_612_877, name: 'Die Dodoflüsterer'},
		{tribeId: 2_013_554_090, name: 'Second Breakfast'},
	];
}

const beasts: readonly [string, ...string[]] = [
	'Rex',
	'Argentavis',
	'Dodo',
	'Ankylosaurus',
	'Raptor',
	'Parasaur',
	'Therizinosaur',
	'Otter',
	'Megalodon',
	'Quetzal',
];
const buildings: readonly [string, ...string[]] = [
	'Stone Wall',
	'Metal Gate',
	'Industrial Forge',
	'Tek Generator',
	'Vault',
	'Preserving Bin',
];
const dangers: readonly [string, ...string[]] = [
	'hunger',
	'a Giganotosaurus',
	'the cold',
	'a wild Alpha Raptor',
	'a fall',
];

/** Returns a random event of a survivor, in the words of the game's log. */
function createEvent(random: () => number, {name}: Player, tribe: Tribe): string {
	const level = 1 + Math.floor(random() * 150);
	const beast = pick(random, beasts);
	const owner = `Tribe ${tribe.name}, ID ${tribe.tribeId}: ${name}`;
	const events: readonly [string, ...string[]] = [
		`${owner} Tamed a ${beast} - Lvl ${level} (${beast})!`,
		`${owner} demolished a '${pick(random, buildings)}'!`,
		`${owner} claimed '${beast} - Lvl ${level}'!`,
		`${name} - Lvl ${level} (${tribe.name}) was killed by ${pick(random, dangers)}!`,
		`Tribe ${tribe.name}, ID ${tribe.tribeId}: Your ${beast} - Lvl ${level} starved to death!`,
		`${owner} froze ${beast} - Lvl ${level} (${beast})`,
	];
	return pick(random, events);
}

/** Formats the UTC date that starts each line of the log. */
function logTime(at: number): string {
	const [date = '', time = ''] = new Date(at).toISOString().split('T');
	return `${date.replaceAll('-', '.')}_${time.slice(0, 8).replaceAll(':', '.')}`;
}

/** Accepted without output. Also the game's only response to unknown commands. */
const acknowledged = 'Server received, But no response!!';
/** Every response of ARK ends with this. */
const tail = ' \n ';
const exitMs = 1000;
const wildDinosMs = 4000;
/** Fewer players than this have not talked before. */
const minTalking = 3;
/** The admin commands that the game's log records. */
const logged = new Set(ark.commands.filter(({danger}) => danger).map(({name}) => name.toLowerCase()));

/** Creates an ARK: Survival Ascended server as seen over RCON. */
export const createArk = (options: GameOptions): Game => createAnyArk(options, ({eosId}) => eosId);

/** Creates an ARK: Survival Evolved server, which has the same console but identifies players by Steam ids. */
export const createArkEvolved = (options: GameOptions): Game =>
	createAnyArk(options, ({steamId64}) => steamId64);

type IdOf = (person: Person) => string;

function createAnyArk({map, maxPlayers, clock, random, onExit, ...options}: GameOptions, idOf: IdOf): Game {
	const chat: string[] = [];
	const tribes = someTribes();
	const logbook = createLogbook(clock);
	const motd = {text: ''};
	let cancelTimer = () => {};
	const sayInChat = (line: string) => {
		addLine(chat, line);
		logbook.say(line);
	};
	const moderation = createArkModeration(
		() => population,
		idOf,
		text => logbook.note(text),
	);
	const population = openPopulation({
		clock,
		random,
		maxPlayers,
		players: options.players,
		crowd: options.crowd,
		mayJoin: moderation.mayJoin,
		onJoin: ({name}) => {
			logbook.note(`${name} joined this ARK!`);
			if (motd.text) addLine(chat, motd.text);
		},
		onLeave: ({name}) => logbook.note(`${name} left this ARK!`),
		onTurn: () => {
			logEvent();
			speak();
		},
	});
	const players = population.list;
	function logEvent(at?: number) {
		const survivor = someone(players(), random);
		if (survivor) logbook.note(createEvent(random, survivor, tribeOf(survivor, tribes)), at);
	}
	function speak() {
		sayRandomRemark(random, players(), ({name}, remark) => sayInChat(`${name} (${name}): ${remark}`));
	}
	// The log and the chat of a game that has run for a while, which nobody has fetched.
	for (let minute = 90; minute > 0 && players().length > 0; minute--) {
		logEvent(clock.now() - minute * 60_000);
		if (minute % 10 === 0 && players().length >= minTalking) speak();
	}

	const verbs: ByName<ArkVerb> = {
		...moderation.verbs,
		...chatVerbs({chat, logbook, sayInChat, motd}),
		...tribeVerbs({players, tribes, idOf}),
		saveworld: () => {
			logbook.note('Saved the world');
			return 'World Saved';
		},
		destroywilddinos: async () => {
			await pause(clock, wildDinosMs);
			return 'All Wild Dinos Destroyed';
		},
		doexit: () => {
			cancelTimer = clock.after(exitMs, onExit);
			return 'Exiting...';
		},
	};
	return {
		handle: async line => {
			const [word = '', ...args] = splitWords(line);
			const verb = word.toLowerCase();
			if (logged.has(verb)) logbook.note(`AdminCmd: ${line}`);
			const output = await ownValue(verbs, verb)?.(args, line);
			return `${output ?? acknowledged}${tail}`;
		},
		players: () => players().length,
		map: () => map,
		chat: () => chat,
		stop: () => {
			cancelTimer();
			population.stop();
		},
	};
}

type ChatOptions = {
	chat: string[];
	logbook: ReturnType<typeof createLogbook>;
	sayInChat: (line: string) => void;
	/** The message of the day; empty if there is none. */
	motd: {text: string};
};

const chatVerbs = ({chat, logbook, sayInChat, motd}: ChatOptions): ByName<ArkVerb> => ({
	serverchat: (_, line) => {
		sayInChat(`SERVER: ${afterFirstWord(line)}`);
		return undefined;
	},
	broadcast: (_, line) => {
		addLine(chat, `SERVER: ${afterFirstWord(line)}`);
		return undefined;
	},
	getchat: logbook.takeChat,
	getgamelog: logbook.takeLog,
	setmessageoftheday: (_, line) => {
		motd.text = afterFirstWord(line);
		return `Message of set to ${motd.text}`;
	},
	showmessageoftheday: () => {
		if (motd.text) addLine(chat, motd.text);
		return undefined;
	},
});

type Tribes = {players: () => readonly Player[]; tribes: ReturnType<typeof someTribes>; idOf: IdOf};

const tribeVerbs = ({players, tribes, idOf}: Tribes): ByName<ArkVerb> => ({
	listplayers: () => listOf(players(), idOf),
	renametribe: ([old, name]) => {
		const tribe = tribes.find(tribe => tribe.name === old);
		if (tribe && name) tribe.name = name;
		return undefined;
	},
	gettribeidplayerlist: ([tribeId]) =>
		listOf(
			players().filter(player => String(tribeOf(player, tribes).tribeId) === tribeId),
			idOf,
		),
});

/** Formats `ListPlayers`: an empty row, then rows numbered from 0. A name may contain commas, an id cannot. */
function listOf(players: readonly Player[], idOf: IdOf): string {
	if (players.length === 0) return 'No Players Connected';
	return ['', ...players.map((player, index) => `${index}. ${player.name}, ${idOf(player)}`)].join('\n');
}

function someone(players: readonly Player[], random: () => number): Player | undefined {
	return players[Math.floor(random() * players.length)];
}
