import type {TeamEntry} from '../../actions/team-entry.ts';
import type {Services} from '../kernel/services.ts';
import type {Settings} from '../kernel/settings.ts';
import type {State} from '../state.ts';

/** Whether entries of this session may be sent to the service, as far as is known. */
export function canShare({access}: Pick<State, 'access'>, {readOnly}: Settings): boolean {
	const {team, missing, permissions} = access;
	if (readOnly || !team || missing.has('readJournal') || missing.has('writeJournal')) return false;
	return permissions.get('MANAGE_SERVERS') !== 'lacking';
}

/**
Keeps entries for the team in the journal, and sends them once the service can be reached. Returns whether it does:
others stay on this machine.
*/
export function shareWithTeam(
	services: Services,
	entries: readonly Pick<TeamEntry, 'what' | 'serverId' | 'text'>[],
): boolean {
	if (!canShare(services.store.getState(), services.settings)) return false;
	const {journal, clock, newId, refreshers} = services;
	const at = clock.now();
	journal.keep(entries.map(entry => ({kind: 'forTeam', at, entry: {...entry, id: newId(), at}})));
	refreshers.syncTeamJournal();
	return true;
}
