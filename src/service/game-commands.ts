import ark from '../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../assets/games/cs2.json' with {type: 'json'};
import type {AttachedRecord} from './attached/attached-record.ts';
import type {ServerRecord} from './records.ts';

/** The console commands with which a node runs a game. */
type GameCommands = {
	/** Any harmless command: an answer means that the game is ready. */
	probe: string;
	/** Undefined where the game keeps nothing. */
	save: string | undefined;
	/** Undefined where the game has to be asked by a signal. */
	exit: string | undefined;
};

const arkCommands = {probe: 'ListPlayers', save: 'SaveWorld', exit: 'DoExit'};
const commands = new Map<string, GameCommands>([
	['CS2', {probe: 'status', save: undefined, exit: 'quit'}],
	['ARK_ASCENDED', arkCommands],
	['ARK_EVOLVED', arkCommands],
]);

/** The commands for one server, an attached one has its own; undefined for a game type that the service does not know. */
export function gameCommands({
	gameType,
	attached,
}: Pick<ServerRecord, 'gameType' | 'attached'>): GameCommands | undefined {
	if (!attached) return commands.get(gameType);
	return {probe: attached.probeCommand, save: attached.saveCommand, exit: attached.stopCommand};
}

/** What is taken for an attached server of which only the game is known, or not even that. */
export function defaultCommands(
	gameType: string,
): Pick<AttachedRecord, 'sayCommand' | 'probeCommand' | 'stopCommand' | 'saveCommand'> {
	const known = commands.get(gameType);
	const broadcast = [cs2, ark, arkEvolved].find(game => game.gameType === gameType)?.broadcast;
	return {
		sayCommand: broadcast ?? 'say {text}',
		// Most consoles know this one, and those that do not say so.
		probeCommand: known?.probe ?? 'status',
		...(known?.exit !== undefined && {stopCommand: known.exit}),
		...(known?.save !== undefined && {saveCommand: known.save}),
	};
}
