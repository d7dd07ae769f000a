import {reviewMessages} from '../../messages/dialogs.ts';
import {serviceNow} from '../kernel/access.ts';
import {ageOf} from '../console/commands-of-others.ts';
import {newestOf, noLines} from '../console/console-lines.ts';
import type {CommandLine} from '../console/console-line.ts';
import type {State} from '../state.ts';
import {isSelfCaused} from '../servers/self-caused.ts';

/** How recent activity must be to count as still in progress, ms. */
const recentMs = 60_000;
const furthestBack = 50;

/**
Returns who else used a server recently: a command that is not ours, or a state change without an action of
ours. The service does not say who it was.
*/
export function recentActivity({fleet, console, access}: State, serverId: string, now: number): string[] {
	const lines = newestOf(console.get(serverId)?.lines ?? noLines, furthestBack);
	const service = serviceNow(access, console.get(serverId), now);
	const other = lines.findLast(
		(line): line is CommandLine =>
			line.kind === 'command' && line.origin === 'other' && ageOf(line, now, service) <= recentMs,
	);
	const since = fleet.since.get(serverId);
	const server = fleet.servers.get(serverId);
	const isRecentChange = since?.seen === true && now - since.at <= recentMs && !isSelfCaused(fleet, serverId);
	return [
		...(other ? [reviewMessages.commandByOther(other.command, ageOf(other, now, service))] : []),
		...(isRecentChange && server ? [reviewMessages.stateByOther(server.state, now - since.at)] : []),
	];
}
