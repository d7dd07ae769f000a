import {describe} from './describe.ts';
import {countText} from '../../app/servers/shown-fleet.ts';
import type {Command} from 'commander';
import {rename} from '../../actions/server-settings.ts';
import {listRows} from '../../app/servers/list-rows.ts';
import type {FleetState} from '../../app/servers/fleet.ts';
import {phasesById} from '../../app/servers/fleet-values.ts';
import {fleetOnce, stoppedIn} from '../../app/servers/fleet-once.ts';
import {fleetWithJournal} from '../start/fleet-with-journal.ts';
import {sortIdOf} from '../../app/servers/columns.ts';
import {knownValues} from '../../app/servers/server-fields.ts';
import {serverFilter} from '../../app/servers/server-filter.ts';
import {viewSlice} from '../../app/kernel/state/view-state.ts';
import type {Config} from '../../config/load.ts';
import type {ViewTable} from '../../config/schema.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {ownValue} from '../../lib/json/maps.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {
	cliServerMessages,
	serverMessages,
	viewsMessages,
	watchServersMessages,
} from '../../messages/server-list.ts';
import {CommandError, type ExitCode, exitCodes, failureText} from '../output/exit-codes.ts';
import {viewProblems} from '../start/view-settings.ts';
import type {Unreadable} from '../../contract/models/list.ts';
import {ApiError} from '../../contract/errors.ts';
import {createPollDelay} from '../../app/servers/poll-servers.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import {type Clock, pause, systemClock} from '../../lib/time/clock.ts';
import {endOfStream} from '../start/deadline.ts';
import {nameOf} from './find/find-servers.ts';
import {addAction} from './actions/run.ts';
import {addCreate, addDelete} from './create-delete.ts';
import {addShow} from './show.ts';
import {addEditOwn} from './own-servers/own-servers.ts';
import type {Io} from '../output/io.ts';
import {writeList} from '../output/listing.ts';
import {sayUnreadable} from '../output/unreadable.ts';
import {secondsText} from '../output/moments.ts';
import {say, serverRecord, writeJsonLine} from '../output/output.ts';
import {addFilters, filterOf, type Filters, type ServerTest} from './find/selectors.ts';
import {type Call, withService} from '../start/session.ts';
import {isDown, phaseOf} from '../../contract/states.ts';
import {timesListed} from '../../app/kernel/state/failure.ts';
import {columnsOfServers} from '../output/list-columns.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';

/** Returns the view of the configuration with this name; undefined without a name. Throws if it is missing or invalid. */
export function savedView(
	{settings: {views}}: Pick<Config, 'settings'>,
	name: string | undefined,
): ViewTable | undefined {
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
export function viewTest(servers: readonly GameServer[], {filter = ''}: ViewTable): ServerTest {
	if (filter === '') return () => true;
	const {problem, doubt, test} = serverFilter(filter, knownValues(servers));
	if (problem !== undefined || doubt !== undefined)
		throw new UsageError(printableLine(problem ?? doubt ?? ''));
	return (server, phase) => test?.(server, server.state, phase) ?? true;
}

/** Returns the servers in the order of a view. */
function inViewOrder(fleet: FleetState, {sort = 'alerts', grouped = false}: ViewTable): GameServer[] {
	const {ids} = listRows({fleet, view: {...viewSlice.initial, sort: sortIdOf(sort) ?? sort, grouped}});
	return ids.flatMap(id => fleet.servers.get(id) ?? []);
}

/** Prints every server once, then again on each change, until interrupted. */
export async function watchServers(
	io: Io,
	{api, config, signal, teamId}: Call,
	options: Filters & {view?: string; json?: true; commands?: true},
	clock: Clock = systemClock,
): Promise<ExitCode> {
	const view = savedView(config, options.view) ?? {};
	const id = await teamId();
	let before = new Map<string, GameServer>();
	let isFirst = true;
	let known: readonly Unreadable[] = [];
	let stopped: ReadonlySet<string> = new Set();
	const delayAfter = createPollDelay(1000 * config.settings.poll_seconds, Math.random);
	let matches: ServerTest | undefined;
	while (!signal.aborted) {
		let delayMs: number;
		try {
			const {items, unreadable} = await api.listServers({teamId: id}, {signal, background: !isFirst});
			// Keep the meaning of a filter while servers come and go.
			if (!matches) {
				const [passes, isInView] = [filterOf(items, options), viewTest(items, view)];
				matches = (server, phase) => passes(server, phase) && isInView(server, phase);
			}
			if (!deepEqual(unreadable, known)) sayUnreadable(io, {items, unreadable});
			known = unreadable;
			const wasStopped = stopped;
			const seen = {team: id, now: Date.now(), isRepeated: !isFirst};
			const fleet = items.some(isDown)
				? await fleetWithJournal(io, config, items, seen)
				: fleetOnce(items, [], seen.now);
			stopped = stoppedIn(fleet);
			const phases = phasesById(fleet);
			const passing = items.filter(one => matches?.(one, phases.get(one.id)));
			const now = new Map(passing.map(one => [one.id, one]));
			for (const server of now.values()) {
				const line = lineOf(server, stopped);
				if (lineOf(before.get(server.id), wasStopped) !== line) printChange(io, server, line, options);
			}
			for (const server of before.values()) {
				const line = watchServersMessages.gone(nameOf(server));
				if (!now.has(server.id)) printChange(io, server, line, {...options, change: 'gone'});
			}
			before = now;
			isFirst = false;
			delayMs = delayAfter({result: 'ok'});
		} catch (error) {
			// Credentials that were rejected from the start stay invalid; a later rejection may be temporary.
			if (isFirst || !(error instanceof ApiError)) throw error;
			const result = error.status === 401 ? 'refused' : 'failed';
			delayMs = delayAfter({result, retryAfterMs: error.retryAfterMs});
			if (!signal.aborted) say(io, watchServersMessages.nextTry(failureText(error), formatDuration(delayMs)));
		}
		await pause(clock, delayMs, signal).catch(() => {});
	}
	return endOfStream(io);
}

/** Returns the text whose changes are printed. `stopped`: the servers that are down because someone stopped them. */
function lineOf(server: GameServer | undefined, stopped: ReadonlySet<string>): string {
	if (!server) return '';
	const {id, map, nodeName, nodeId, problem, consoleProblem, report} = server;
	const state = stopped.has(id) ? serverMessages.onPurpose(server.state) : server.state;
	const parts = [nameOf(server), state ?? '-', countText(server), map ?? '-', nodeName ?? nodeId ?? '-'];
	// For real servers: why it is not up, and the action of the service.
	return [...parts, ...[problem, consoleProblem, report?.message].filter(text => text !== undefined)].join(
		'  ',
	);
}

function printChange(
	io: Io,
	server: GameServer,
	line: string,
	{json, commands, change = 'changed'}: {json?: true; commands?: true; change?: 'changed' | 'gone'},
): void {
	const at = Date.now();
	if (json) writeJsonLine(io, {at, change, server: serverRecord(io, commands)(server)});
	else io.stdout.write(`${secondsText(at)}  ${printableLine(line)}\n`);
}

type Options = Filters & {view?: string; watch?: true; json?: true; commands?: true};

export function addServers(program: Command, run: Run): void {
	const servers = describe(program.command('server').alias('servers'), cliServerMessages);
	const list = describe(servers.command('list', {isDefault: true}), cliServerMessages.list)
		.option('--view <name>', cliServerMessages.viewHelp)
		.option('--watch', cliServerMessages.watchHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.option('--commands', cliServerMessages.commandsHelp);
	addFilters(list).action(
		run((io, flags, options: Options) =>
			withService(
				io,
				flags,
				call => (options.watch ? watchServers(io, call, options) : listOnce(io, call, options)),
				{follows: options.watch === true},
			),
		),
	);
	addShow(servers, run);
	addCreate(servers, run);
	addEditOwn(servers, run);
	addAction(servers, run, rename);
	addDelete(servers, run);
}

async function listOnce(io: Io, call: Call, options: Options): Promise<ExitCode> {
	const view = savedView(call.config, options.view);
	const servers = await writeServers(io, call, options, view);
	const unknown = servers.filter(({state}) => phaseOf(state) === 'unknown').length;
	if (unknown > 0) {
		const whose = unknown === 1 ? cliServerMessages.oneState : cliServerMessages.severalStates(unknown);
		say(io, cliServerMessages.stateUnclear(whose));
	}
	for (const {id, displayName = id, consoleProblem} of servers)
		if (consoleProblem !== undefined) say(io, serverMessages.consoleProblem(displayName, consoleProblem));
	return exitCodes.done;
}

async function writeServers(
	io: Io,
	{signal, listServers, config, teamId}: Call,
	options: Options,
	view: ReturnType<typeof savedView>,
): Promise<GameServer[]> {
	const {items, unreadable} = await listServers({signal});
	const now = Date.now();
	const fleet = items.some(isDown)
		? await fleetWithJournal(io, config, items, {team: await teamId(), now})
		: fleetOnce(items, [], now);
	const phases = phasesById(fleet);
	const [passes, isInView] = [filterOf(items, options), viewTest(items, view ?? {})];
	const isListed = (one: GameServer) => [passes, isInView].every(test => test(one, phases.get(one.id)));
	const servers = (view ? inViewOrder(fleet, view) : items).filter(isListed);
	const isFiltered = items.length > servers.length;
	writeList(io, {
		plural: 'servers',
		columns: wide => columnsOfServers(timesListed(unreadable), wide, view?.columns, stoppedIn(fleet)),
		idOf: ({id}) => id,
		record: serverRecord(io, options.commands),
		items: servers,
		unreadable,
		empty: isFiltered ? cliServerMessages.noneMatches : cliServerMessages.noServers,
	});
	return servers;
}
