import type {Activity} from '../../actions/activity.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {FleetState} from './fleet.ts';
import {changedServers} from './fleet-changes.ts';

/** Adds each state change and report to the server's console, with the source of the information. */
export function noteChanges(services: Services, before: FleetState, seenBy: 'poll' | 'feed'): void {
	const {store, newId, clock} = services;
	const note = (serverId: string, activity: Activity, id = newId()) =>
		store.dispatch({type: 'console/noted', serverId, id, at: clock.now(), activity});
	for (const {server, old} of changedServers(before, store.getState().fleet)) {
		if (!old) continue;
		const {id, state, report} = server;
		if (old.state !== state) note(id, {type: 'stateChange', from: old.state, to: state, seenBy});
		if (!report || report.at === old.report?.at) continue;
		const {isFailure, message: text} = report;
		// The same id in every session, so that the journal stores it once.
		note(id, {type: 'report', isFailure, text}, `report:${id}:${report.at}`);
		notify(services, isFailure ? 'failure' : 'done', text);
	}
}
