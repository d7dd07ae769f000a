import type {LastChange} from '../../actions/last-change.ts';
import type {FleetState} from '../../app/servers/fleet.ts';
import {fleetOnce} from '../../app/servers/fleet-once.ts';
import type {Config} from '../../config/load.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Io} from '../output/io.ts';
import {say} from '../output/output.ts';
import {journalOf} from './journal-file.ts';
import {hungLimits} from './settings.ts';

type SeenFleet = {team: string; now: number; seen?: readonly LastChange[]; isRepeated?: boolean};

/**
Returns the fleet as a session has it that has just read this list: what the journal saw of it says which servers someone
stopped, and which hang. A journal that cannot be read is reported, unless `isRepeated`.
*/
export async function fleetWithJournal(
	io: Io,
	config: Config,
	servers: readonly GameServer[],
	{team, now, seen = [], isRepeated = false}: SeenFleet,
): Promise<FleetState> {
	const {path: file, scope} = journalOf(config);
	const {JournalUnreadable, readChangesFile} = await import('../../journal/reader.ts');
	let changes: readonly LastChange[] = [];
	try {
		changes = readChangesFile(file, {...scope, team});
	} catch (error) {
		if (!(error instanceof JournalUnreadable)) throw error;
		if (!isRepeated) say(io, error.message);
	}
	return fleetOnce(servers, [...changes, ...seen], now, hungLimits(config.settings));
}
