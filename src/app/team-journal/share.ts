import type {TeamEntry} from '../../actions/team-entry.ts';
import type {Services} from '../kernel/services.ts';

type Needs = Pick<Services, 'store' | 'settings'>;

/** Whether entries of this session may be sent to the service, as far as is known. */
export function canShare({store, settings}: Needs): boolean {
	const {missing, permissions} = store.getState().access;
	if (settings.readOnly || missing.has('readJournal') || missing.has('writeJournal')) return false;
	return permissions.get('MANAGE_SERVERS') !== 'lacking';
}

/** Keeps entries for the team in the journal, and sends them once the service can be reached. */
export function shareWithTeam(
	services: Services,
	entries: readonly Pick<TeamEntry, 'what' | 'serverId' | 'text'>[],
): void {
	if (!canShare(services)) return;
	const {journal, clock, newId, refreshers} = services;
	const at = clock.now();
	journal.keep(entries.map(entry => ({kind: 'forTeam', at, entry: {...entry, id: newId(), at}})));
	refreshers.syncTeamJournal();
}
