import {ownValue} from '../../lib/maps.ts';
import ark from '../../../assets/games/ark-ascended.json' with {type: 'json'};
import {pause} from '../../lib/clock.ts';
import {createLogbook} from './ark-logbook.ts';
import {createEvent, someTribes, tribeOf} from './ark-story.ts';
import {createArkModeration, type ArkVerb} from './ark-moderation.ts';
import {addLine, type Game, type GameOptions} from './game.ts';
import type {Person} from './people.ts';
import {openPopulation, type Player} from './population.ts';
import {sayRandomRemark} from './small-talk.ts';
import {afterFirstWord, splitWords} from './console-line.ts';

/** Accepted without output. Also the game's only response to unknown commands. */
const acknowledged = 'Server received, But no response!!';
/** Every response of ARK ends with this. */
const tail = ' \n ';
const exitMs = 1000;
const wildDinosMs = 4000;
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
		mayJoin: moderation.mayJoin,
		onJoin: ({name}) => {
			logbook.note(`${name} joined this ARK!`);
			if (motd.text) addLine(chat, motd.text);
		},
		onLeave: ({name}) => logbook.note(`${name} left this ARK!`),
		onTurn: () => {
			const survivor = someone(population.list(), random);
			if (survivor) logbook.note(createEvent(random, survivor, tribeOf(survivor, tribes)));
			sayRandomRemark(random, population.list(), ({name}, remark) =>
				sayInChat(`${name} (${name}): ${remark}`),
			);
		},
	});
	const players = population.list;
	addEarlierLines();

	/** Adds the log of a game that has run for a while and whose log nobody has fetched. */
	function addEarlierLines() {
		for (let minute = 90; minute > 0 && players().length > 0; minute--) {
			const survivor = someone(players(), random);
			if (survivor)
				logbook.note(createEvent(random, survivor, tribeOf(survivor, tribes)), clock.now() - minute * 60_000);
		}
	}

	const verbs: Record<string, ArkVerb> = {
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

const chatVerbs = ({chat, logbook, sayInChat, motd}: ChatOptions): Record<string, ArkVerb> => ({
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

const tribeVerbs = ({players, tribes, idOf}: Tribes): Record<string, ArkVerb> => ({
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
