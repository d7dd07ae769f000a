import {listRows} from '../app/servers/list-rows.ts';
import {initialFleet, reduceFleet} from '../app/servers/fleet.ts';
import {sortIdOf} from '../app/servers/columns.ts';
import {knownValues, serverFilter} from '../app/servers/server-filter.ts';
import {initialView} from '../app/kernel/view-state.ts';
import type {Config} from '../config/load.ts';
import type {ViewTable} from '../config/schema.ts';
import type {GameServer} from '../contract/models/server.ts';
import {ownValue} from '../lib/maps.ts';
import {printableLine} from '../lib/text.ts';
import {UsageError} from '../lib/usage-error.ts';
import {viewsMessages} from '../messages/saved-views.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import {viewProblems} from './view-settings.ts';

/** Returns the view of the configuration with this name; undefined without a name. Throws if it is missing or invalid. */
export function savedView({views}: Pick<Config, 'views'>, name: string | undefined): ViewTable | undefined {
	if (name === undefined) return undefined;
	const view = ownValue(views, name);
	if (!view)
		throw new CommandError(
			viewsMessages.noSuchView(printableLine(name), Object.keys(views).toSorted()),
			exitCodes.notFound,
		);
	const [problem] = viewProblems('', '', {[name]: view});
	if (problem) throw new UsageError(`${problem.message}.`);
	return view;
}

/** Returns the test of a view's filter among these servers. Throws if the filter is invalid. */
export function viewTest(
	servers: readonly GameServer[],
	{filter = ''}: ViewTable,
): (server: GameServer) => boolean {
	if (filter === '') return () => true;
	const {problem, doubt, test} = serverFilter(filter, knownValues(servers));
	if (problem !== undefined || doubt !== undefined)
		throw new UsageError(printableLine(problem ?? doubt ?? ''));
	return server => test?.(server, server.state) ?? true;
}

/** Returns the servers in the order of a view. */
export function inViewOrder(
	servers: readonly GameServer[],
	{sort = 'alerts', grouped = false}: ViewTable,
): GameServer[] {
	const fleet = reduceFleet(
		{...initialFleet, session: {}},
		{type: 'fleet/polled', at: 0, latencyMs: 0, servers, unreadable: []},
	);
	const {ids} = listRows({fleet, view: {...initialView, sort: sortIdOf(sort) ?? sort, grouped}});
	const byId = new Map(servers.map(server => [server.id, server]));
	return ids.flatMap(id => byId.get(id) ?? []);
}
