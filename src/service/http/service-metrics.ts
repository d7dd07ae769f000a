import {type ConsoleState, consoleStates} from '../console/keep-open.ts';
import {readdirSync} from 'node:fs';
import {phaseOf, recordState, serverStates} from '../../contract/states.ts';
import {metricMessages} from '../../messages/service.ts';
import {
	createCounter,
	createHistogram,
	type Metric,
	type Sample,
	writeMetrics,
} from '../../lib/text/prometheus.ts';
import {printableLine} from '../../lib/text/text.ts';
import {factsOf} from '../records/preconditions.ts';
import {isLive, type ServerRecord} from '../records/records.ts';
import type {ServiceContext} from '../context.ts';
import type {OnEvent} from '../events.ts';
import type {Service} from '../index.ts';
import type {ConnectionRefusal} from './connection-limits.ts';

export type ServiceMetrics = {
	onEvent: OnEvent;
	onRequest: (request: {method: string; route: string; status: number; ms: number}) => void;
	onRefused: (why: ConnectionRefusal) => void;
	/** Returns all metrics as text. Without a service, those of the process. */
	text: (service: Service | undefined, now: Now) => string;
};

/** Values that only the port knows. */
export type Now = {
	inFlight: number;
	logDropped: number;
	/** Epoch milliseconds; undefined without TLS. */
	certificateExpiresAt: number | undefined;
};

/** The most servers with metrics of their own, so that a page stays within a few hundred kilobytes. */
const maxServers = 1000;
const commandBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const requestBounds = [0.005, 0.025, 0.1, 0.5, 1, 5, 30];
const states = serverStates.map(recordState).toSorted();

export function createServiceMetrics(version: string): ServiceMetrics {
	const commands = createCounter();
	const commandSeconds = createHistogram(commandBounds);
	const requests = createCounter();
	const requestSeconds = createHistogram(requestBounds);
	const refused = createCounter();
	const exceeded = createCounter();
	const consoles = new Map<string, ConsoleState['kind']>();
	const counted = (): Metric[] => [
		counter('rcondeck_commands_total', metricMessages.commands, commands.samples()),
		histogram('rcondeck_command_duration_seconds', metricMessages.commandSeconds, commandSeconds.samples()),
		counter('rcondeck_http_requests_total', metricMessages.requests, requests.samples()),
		histogram(
			'rcondeck_http_request_duration_seconds',
			metricMessages.requestSeconds,
			requestSeconds.samples(),
		),
		counter('rcondeck_connections_refused_total', metricMessages.refusedConnections, refused.samples()),
		counter('rcondeck_budget_exceeded_total', metricMessages.budgets, exceeded.samples()),
	];
	return {
		onEvent: event => {
			if (event.kind === 'console') consoles.set(event.server.id, event.state.kind);
			if (event.kind === 'budget') exceeded.add({budget: event.budget});
			if (event.kind !== 'command') return;
			commands.add({outcome: event.outcome});
			commandSeconds.observe(event.ms / 1000);
		},
		onRequest: ({method, route, status, ms}) => {
			requests.add({route, method, status: String(status)});
			requestSeconds.observe(ms / 1000, {route});
		},
		onRefused: why => refused.add({limit: why}),
		text: (service, now) =>
			writeMetrics([
				gauge('rcondeck_build_info', metricMessages.build, [
					{labels: {version, node: process.versions.node}, value: 1},
				]),
				...(service ? serviceMetrics(service, consoles) : []),
				...counted(),
				...portMetrics(now),
				...processMetrics(),
			]),
	};
}

function serviceMetrics({context, broker, links}: Service, consoles: ReadonlyMap<string, string>): Metric[] {
	const feedClients = gauge('rcondeck_feed_clients', metricMessages.feedClients, [
		{value: broker.connections()},
	]);
	const agents = gauge('rcondeck_agents', metricMessages.agents, [{value: links.connections()}]);
	// The servers are not those of one instance.
	const connections = [feedClients, agents];
	return context.isShared ? connections : [...serverMetrics(context, consoles), ...connections];
}

function serverMetrics(context: ServiceContext, consoles: ReadonlyMap<string, string>): Metric[] {
	const servers = context.store.servers.all();
	const shown = servers.slice(0, maxServers);
	const inState = Map.groupBy(servers, ({state}) => recordState(state));
	const withConsole = servers.filter(({own}) => own?.console !== undefined);
	const consolesIn = Map.groupBy(withConsole, ({id}) => consoles.get(id) ?? 'idle');
	const tasks = Map.groupBy(context.store.tasks.all().filter(isLive), ({state}) => state);
	const facts = shown.map(server => ({
		labels: labelsOf(server),
		...factsOf(context, server, context.store.nodes.get(server.nodeId)),
	}));
	/** The servers with a known value. */
	const known = (name: 'players' | 'cpuPercent' | 'memoryBytes', unit = 1): Sample[] =>
		facts.flatMap(({labels, [name]: value}) => (value === undefined ? [] : [{labels, value: value / unit}]));
	return [
		gauge('rcondeck_servers', metricMessages.servers, byState(states, inState)),
		gauge(
			'rcondeck_server_up',
			metricMessages.up,
			shown.map(server => ({labels: labelsOf(server), value: phaseOf(server.state) === 'online' ? 1 : 0})),
		),
		gauge('rcondeck_server_players', metricMessages.players, known('players')),
		gauge('rcondeck_server_cpu_cores', metricMessages.serverCpu, known('cpuPercent', 100)),
		gauge('rcondeck_server_memory_bytes', metricMessages.serverMemory, known('memoryBytes')),
		gauge('rcondeck_consoles', metricMessages.consoles, byState(consoleStates, consolesIn)),
		gauge('rcondeck_scheduled_tasks', metricMessages.tasks, byState(['PENDING', 'RUNNING'], tasks)),
	];
}

function portMetrics({inFlight, logDropped, certificateExpiresAt}: Now): Metric[] {
	const expiry = certificateExpiresAt === undefined ? [] : [{value: certificateExpiresAt / 1000}];
	return [
		gauge('rcondeck_http_requests_in_flight', metricMessages.inFlight, [{value: inFlight}]),
		gauge('rcondeck_tls_certificate_expiry_timestamp_seconds', metricMessages.certificateExpiry, expiry),
		counter('rcondeck_log_lines_dropped_total', metricMessages.logDropped, [{value: logDropped}]),
	];
}

/** Under the names that Prometheus' own client libraries use. */
function processMetrics(): Metric[] {
	const {user, system} = process.cpuUsage();
	const {rss, heapUsed} = process.memoryUsage();
	const startedAt = Date.now() / 1000 - process.uptime();
	return [
		counter('process_cpu_seconds_total', metricMessages.cpu, [{value: (user + system) / 1e6}]),
		gauge('process_resident_memory_bytes', metricMessages.memory, [{value: rss}]),
		gauge('nodejs_heap_size_used_bytes', metricMessages.heap, [{value: heapUsed}]),
		gauge('process_open_fds', metricMessages.descriptors, openDescriptors()),
		gauge('process_start_time_seconds', metricMessages.startTime, [{value: startedAt}]),
	];
}

/** Only Linux has a list of them. */
function openDescriptors(): Sample[] {
	try {
		return [{value: readdirSync('/proc/self/fd').length}];
	} catch {
		return [];
	}
}

const labelsOf = ({id, displayName}: ServerRecord) => ({id, server: printableLine(displayName)});

const byState = (all: readonly string[], found: ReadonlyMap<string, readonly unknown[]>): Sample[] =>
	all.map(state => ({labels: {state}, value: found.get(state)?.length ?? 0}));

const metricOf =
	(type: 'gauge' | 'counter') =>
	(name: string, help: string, samples: readonly Sample[]): Metric => ({name, help, type, samples});
const gauge = metricOf('gauge');
const counter = metricOf('counter');

const histogram = (
	name: string,
	help: string,
	samples: Extract<Metric, {type: 'histogram'}>['samples'],
): Metric => ({name, help, type: 'histogram', samples});
