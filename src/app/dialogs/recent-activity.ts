import {reviewMessages} from '../../messages/dialogs.ts';
import {serviceNow} from '../kernel/access.ts';
import {ageOf} from '../console/commands-of-others.ts';
import {newestOf, noLines} from '../console/console-lines.ts';
import {nameOf} from '../../actions/names.ts';
import type {CommandLine} from '../console/console-line.ts';
import type {State} from '../state.ts';
import {isSelfCaused} from '../servers/self-caused.ts';

/** Somebody else is likely on it still, ms. */
const recentMs = 60_000;
const furthestBack = 50;

/**
Who else touched a server a moment ago: a command that was not ours, or a change of state without an action of ours. The
service does not say who it was.
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
	const isNews = since?.seen === true && now - since.at <= recentMs && !isSelfCaused(fleet, serverId);
	return [
		...(other ? [reviewMessages.commandByOther(other.command, ageOf(other, now, service))] : []),
		...(isNews && server ? [reviewMessages.stateByOther(nameOf(server), server.state, now - since.at)] : []),
	];
}
