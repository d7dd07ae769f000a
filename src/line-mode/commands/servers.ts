import {selectionLine} from '../../app/console/send/target.ts';
import {fleetCounts, playersWords} from '../../app/servers/shown-fleet.ts';
import {serversMatching} from '../../app/servers/list-rows.ts';
import {selectedServers} from '../../app/servers/selection.ts';
import {factsOfServer, readDays} from '../../app/server-details.ts';
import {serverName} from '../../actions/names.ts';
import {fieldOf} from '../../app/kernel/text/text-field.ts';
import {sortServers} from '../../app/servers/sorted-ids.ts';
import {timesListed} from '../../app/kernel/state/failure.ts';
import type {State} from '../../app/state.ts';
import {scheduledActionOf, scheduledSentence} from '../../app/servers/scheduled-actions.ts';
import {chosenColumns, columnIds, serverColumns, sortIds, spokenFacts} from '../../app/servers/columns.ts';
import {chooseColumns, runViewWords, viewNames} from '../../app/servers/saved-views.ts';
import {viewsMessages} from '../../messages/server-list.ts';
import type {CommandGroup} from './command.ts';
import {type LineSession, renderLine} from '../session.ts';
import {nodeOutages} from '../../app/nodes/node-outages.ts';
import {outageLine, summary, alertLines} from '../fleet-announcements.ts';
import {selectionWord} from '../../app/action-line.ts';
import {nothingSelected, serverOf, serversOf} from '../named-servers.ts';
import {unreadWords} from './log.ts';
import {nextAlert, noAlerts} from '../../app/servers/alerts.ts';
import {nextUnread, noUnread} from '../../app/console/record/read-positions.ts';
import {onServers, runCommand} from '../run-command.ts';
import {namesWords, serverLine, stateLine} from '../texts.ts';
import {lineCommandMessages} from '../../messages/line-mode-commands.ts';
import {lineFleetMessages, lineMessages} from '../../messages/line-mode.ts';

/** Prints every server that matches the filter, in the order of the list, and the age of the list. */
function printServers({services, print, target}: LineSession, filter: string): void {
	const {store, clock} = services;
	// For a view that is saved after this.
	store.dispatch({type: 'view/changed', change: {filter: {field: fieldOf(filter), editing: false}}});
	const state = store.getState();
	const {fleet, view} = state;
	const columns = chosenColumns(view.columns, serverColumns);
	const now = clock.now();
	const matching = serversMatching(fleet, filter);
	if ('problem' in matching) {
		print(lineMessages.problem(matching.problem));
		return;
	}
	const ids = new Set(matching.ids);
	const selected = selectedServers(state);
	const times = timesListed(fleet.unreadable);
	const found = sortServers(fleet, state.view.sort).flatMap(slot => {
		const server = fleet.list[slot];
		return server && ids.has(server.id) ? [server] : [];
	});
	print(
		found.map(server =>
			[
				stateLine(fleet, server, now),
				...spokenFacts(server, columns),
				selected.has(server.id) && selectionWord,
				times.has(server.id) && lineFleetMessages.listedTimes(times.get(server.id) ?? 0),
				server.id !== target() && state.unread.servers.has(server.id) && lineFleetMessages.unreadLines,
			]
				.filter(Boolean)
				.join(', '),
		),
		lineFleetMessages.listed(found.length, fleet.order.length, ageOf(state, now)),
	);
}

export function ageOf({fleet}: State, now: number): string {
	return fleet.at === undefined ? lineFleetMessages.notReadYet : lineFleetMessages.listAge(now - fleet.at);
}

function printAlerts({services, print}: LineSession): void {
	const state = services.store.getState();
	const now = services.clock.now();
	const lines = alertLines(state, now);
	// Before the first list, the state of the servers is unknown.
	const {unreadable, missing} = fleetCounts(state);
	const isAllKnown = state.fleet.at !== undefined && unreadable === 0 && missing === undefined;
	const none = isAllKnown ? [lineFleetMessages.allUp] : [];
	print(`${summary(state)}, ${ageOf(state, now)}`, lines.length > 0 ? lines : none);
}

/** Ends a line that asks for the last days instead of the last hours. */
const withDays = /(?:^|\s+)7d$/;

async function printDetails(session: LineSession, rest: string): Promise<void> {
	const {services, print} = session;
	const word = rest.replace(withDays, '');
	const server = serverOf(session, word.replace(/^"(.*)"$/, '$1'));
	if (!server) return;
	const days = word === rest ? undefined : await readDays(services, server.id);
	const state = services.store.getState();
	const now = services.clock.now();
	const facts = factsOfServer({...state, view: {...state.view, days}}, server, now);
	const lines = facts.map(({label, text}) => [renderLine(label), renderLine(text)] as const);
	print(lines.flatMap(([label, text]) => (text === '' ? [] : `${label}: ${text}`)));
}

function chooseTarget(session: LineSession, rest: string): void {
	const {services, print, target, choose} = session;
	const state = services.store.getState();
	if (rest === selectionWord || (rest === '' && target() === selectionLine)) {
		const selected = selectedServers(state);
		const names = [...selected].map(id => serverName(state.fleet, id));
		if (selected.size === 0) print(nothingSelected);
		else {
			choose(selectionLine);
			print(lineFleetMessages.chosenSelection(selected.size, namesWords(names)));
		}
		return;
	}
	const server = serverOf(session, rest.replace(/^"(.*)"$/, '$1'));
	if (!server) return;
	choose(server.id);
	const now = services.clock.now();
	print(lineFleetMessages.chosen(serverLine(state.fleet, server, now), playersWords(server)));
	const pending = scheduledActionOf(state.scheduled, server.id);
	const unread = unreadWords(state, server.id);
	if (unread !== undefined) print(unread);
	if (pending)
		print(lineFleetMessages.pending(renderLine(scheduledSentence(pending, now, state.view.time === 'utc'))));
}

/** Chooses the next server, like `!` and `.`; starts with the first if none is chosen. */
function next(session: LineSession, rest: string): void {
	const {services, target, print} = session;
	if (rest !== '' && rest !== 'unread') {
		print(lineFleetMessages.nextTakes);
		return;
	}
	const state = services.store.getState();
	const at = target() === selectionLine ? undefined : target();
	if (rest === '') {
		goToNextAlert(session, at);
		return;
	}
	const found = nextUnread(state, at);
	if (found === undefined || found === at) print(noUnread(state, found));
	else chooseTarget(session, found);
}

/** Chooses the server of the next problem. Announces a lost node; the next call continues with the servers. */
function goToNextAlert(session: LineSession, target: string | undefined): void {
	const {store, clock} = session.services;
	const state = store.getState();
	const {lastAlert} = state.view;
	const outages = nodeOutages(state);
	const at = outages.some(({nodeId}) => nodeId === lastAlert) ? lastAlert : target;
	const found = nextAlert(state, at);
	if (found === undefined || found.id === at) {
		session.print(noAlerts(state, found));
		return;
	}
	store.dispatch({type: 'view/changed', change: {lastAlert: found.id}});
	const outage = outages.find(({nodeId}) => nodeId === found.id);
	if (outage) session.print(outageLine(outage, clock.now()));
	else chooseTarget(session, found.id);
}

/** Shows a view and lists its servers; saving one takes the filter of the last list. */
async function printView(session: LineSession, rest: string): Promise<void> {
	const {services} = session;
	const {store} = services;
	const before = store.getState().view.filter;
	if (rest === '') await runCommand(session, 'list.views');
	else runViewWords(services, rest);
	const {filter} = store.getState().view;
	if (filter !== before) printServers(session, filter.field.text);
}

/** Commands that list servers and choose the target. */
export const serverCommands: CommandGroup = {
	title: 'Servers',
	commands: [
		{
			name: 'alerts',
			aliases: ['down', 'trouble'],
			...lineCommandMessages.alerts,
			run: session => printAlerts(session),
		},
		{
			name: 'servers',
			aliases: ['list'],
			...lineCommandMessages.servers,
			replaces: ['view.filter', 'app.servers', 'list.group'],
			run: printServers,
		},
		{
			name: 'use',
			aliases: ['go'],
			...lineCommandMessages.use,
			completes: 'servers',
			replaces: ['servers.open', 'app.console', 'app.input', 'results.console'],
			run: chooseTarget,
		},
		{
			name: 'next',
			...lineCommandMessages.next,
			completes: () => ['unread'],
			replaces: ['view.nextAlert', 'view.nextUnread'],
			run: next,
		},
		{
			name: 'show',
			...lineCommandMessages.show,
			completes: 'servers',
			replaces: ['servers.details', 'app.details', 'details.span'],
			run: printDetails,
		},
		{
			name: 'acknowledge',
			...lineCommandMessages.acknowledge,
			completes: 'servers',
			replaces: ['view.acknowledge'],
			run: async (session, rest) => {
				const servers = serversOf(session, rest);
				if (servers) await runCommand(session, 'view.acknowledge', {targets: onServers(servers)});
			},
		},
		{
			name: 'sort',
			...lineCommandMessages.sort(sortIds),
			completes: () => sortIds,
			replaces: ['list.sort'],
			run: async (session, rest) => {
				await runCommand(session, 'list.sort', {choice: rest === '' ? undefined : rest.toLowerCase()});
				session.print(lineFleetMessages.sortedBy(session.services.store.getState().view.sort));
			},
		},
		{
			name: 'view',
			...viewsMessages.line.view,
			completes: viewNames,
			replaces: ['list.views'],
			run: printView,
		},
		{
			name: 'columns',
			...viewsMessages.line.columns,
			completes: () => columnIds,
			run: ({services, print}, rest) => {
				chooseColumns(services, rest);
				const {columns} = services.store.getState().view;
				print(columns ? viewsMessages.line.columnsAre(columns) : viewsMessages.line.allColumns);
			},
		},
	],
};
