import {ownValue} from '../../lib/maps.ts';
import {createBots} from './cs2-bots.ts';
import {createMaps} from './cs2-maps.ts';
import {createMatch} from './cs2-match.ts';
import {createModeration} from './cs2-moderation.ts';
import {configs, createSettings} from './cs2-settings.ts';
import {statusJson, statusText, type Cs2Scene} from './cs2-status.ts';
import {addLine, type Game, type GameOptions} from './game.ts';
import {openPopulation} from './population.ts';
import {sayRandomRemark} from './small-talk.ts';
import {afterFirstWord, commandsOf, splitWords, type Verb} from './console-line.ts';

/** Creates a CS2 server as seen from its console. Formats are as observed on 2025 builds. */
export function createCs2({
	name,
	map,
	maxPlayers,
	port,
	clock,
	random,
	onExit,
	...options
}: GameOptions): Game {
	const startedAt = clock.now();
	const chat: string[] = [];
	const announce = (text: string) => addLine(chat, text);
	const settings = createSettings({hostname: name});
	const maps = createMaps(clock, map);
	const moderation = createModeration(clock, () => population);
	const population = openPopulation({
		clock,
		random,
		maxPlayers,
		players: options.players,
		mayJoin: moderation.mayJoin,
		onJoin: ({name}) => announce(`${name} joined the game`),
		onLeave: ({name}) => announce(`${name} left the game`),
		onTurn: () =>
			sayRandomRemark(random, population.list(), ({name}, remark) => announce(`${name}: ${remark}`)),
	});
	const players = population.list;
	const bots = createBots(() => maxPlayers - players().length);
	const scene = (): Cs2Scene => ({
		hostname: settings.get('hostname') ?? name,
		map: maps.current(),
		port,
		now: clock.now(),
		startedAt,
		hibernating: players().length === 0 && settings.get('sv_hibernate_when_empty') === '1',
		players: players(),
		bots: bots.list(),
	});

	const verbs: Record<string, Verb> = {
		...createMatch(announce),
		...moderation.verbs,
		...maps.verbs,
		...bots.verbs,
		status: () => statusText(scene()),
		status_json: () => statusJson(scene()),
		say: (_, line) => {
			announce(`Console: ${afterFirstWord(line)}`);
			return '';
		},
		exec: ([file = '']) => {
			const commands = configs.get(file.replace(/\.cfg$/, ''));
			return commands === undefined
				? `exec: couldn't exec 'cfg/${file}', unable to read file`
				: run(commands);
		},
		cvarlist: ([prefix = '']) => settings.list(prefix),
		quit: () => {
			onExit();
			return '';
		},
	};
	const run = (line: string): string =>
		commandsOf(line)
			.map(one => runOne(one, verbs, settings))
			.filter(text => text !== '')
			.join('\n');

	return {
		handle: run,
		players: () => players().length,
		map: maps.current,
		chat: () => chat,
		stop: () => {
			population.stop();
			maps.stop();
		},
	};
}

function runOne(
	line: string,
	verbs: Readonly<Record<string, Verb>>,
	settings: ReturnType<typeof createSettings>,
): string {
	const [typed = '', ...args] = splitWords(line);
	const word = typed.toLowerCase();
	const current = settings.describe(word);
	if (current !== undefined && args.length === 0) return current;
	if (current !== undefined) settings.set(word, afterFirstWord(line));
	// Some words are both a setting and a command: setting them also runs the command.
	const verb = ownValue(verbs, word);
	if (verb) return verb(args, line) ?? '';
	return current === undefined ? `Unknown command '${typed}'!` : '';
}
