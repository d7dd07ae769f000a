import ark from '../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../assets/games/cs2.json' with {type: 'json'};
import type {AttachedRecord} from './attached/attached-record.ts';
import type {ServerRecord} from './records.ts';

/** The console commands that a node uses to run a game. */
type GameCommands = {
	/** Any harmless command. An answer means that the game is ready. */
	probe: string;
	/** Undefined if the game has nothing to save. */
	save: string | undefined;
	/** Undefined if the game can only be stopped by a signal. */
	exit: string | undefined;
};

const arkCommands = {probe: 'ListPlayers', save: 'SaveWorld', exit: 'DoExit'};
const commands = new Map<string, GameCommands>([
	['CS2', {probe: 'status', save: undefined, exit: 'quit'}],
	['ARK_ASCENDED', arkCommands],
	['ARK_EVOLVED', arkCommands],
]);

/** Returns a server's own commands if it is attached, otherwise its game's. Undefined for unknown game types. */
export function gameCommands({
	gameType,
	attached,
}: Pick<ServerRecord, 'gameType' | 'attached'>): GameCommands | undefined {
	if (!attached) return commands.get(gameType);
	return {probe: attached.probeCommand, save: attached.saveCommand, exit: attached.stopCommand};
}

/** Returns the default commands of an attached server. They also cover unknown games. */
export function defaultCommands(
	gameType: string,
): Pick<AttachedRecord, 'sayCommand' | 'probeCommand' | 'stopCommand' | 'saveCommand'> {
	const known = commands.get(gameType);
	const broadcast = [cs2, ark, arkEvolved].find(game => game.gameType === gameType)?.broadcast;
	return {
		sayCommand: broadcast ?? 'say {text}',
		// Most consoles have this command, and the others reply that they do not.
		probeCommand: known?.probe ?? 'status',
		...(known?.exit !== undefined && {stopCommand: known.exit}),
		...(known?.save !== undefined && {saveCommand: known.save}),
	};
}
