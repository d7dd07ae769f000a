import {describe} from '../describe.ts';
import type {LastChange} from '../../../actions/last-change.ts';
import type {Command} from 'commander';
import {alertDocument, alertText} from '../../../app/alerts/payloads.ts';
import {
	afterFleetAlert,
	afterSending,
	alertOf,
	applySnapshot,
	dueAlert,
	dueFleetChanges,
	fleetAlert,
} from '../../../app/alerts/engine.ts';
import {isWhole} from '../../../app/servers/fleet-changes.ts';
import type {FleetState} from '../../../app/servers/fleet.ts';
import {stoppedIn} from '../../../app/servers/fleet-once.ts';
import {isDown, isUp} from '../../../contract/states.ts';
import {fleetWithJournal} from '../../start/fleet-with-journal.ts';
import {restoreState, serializeState} from '../../../app/alerts/memory.ts';
import {nodesSnapshot, serversSnapshot} from '../../../app/alerts/snapshots.ts';
import type {Alert, AlertDelivery, AlertPort} from '../../../app/kernel/state/services.ts';
import type {AlertsConfig} from '../../../config/alerts.ts';
import {type Config, loadConfig} from '../../../config/load.ts';
import {ApiError} from '../../../contract/errors.ts';
import type {Node} from '../../../contract/models/node.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {addAcknowledge} from './acknowledge.ts';
import {createAlertSender, openAlertPort} from './port.ts';
import type {Run} from '../../start/command-run.ts';
import {type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import {jsonOption} from '../../output/output-options.ts';
import type {Io} from '../../output/io.ts';
import {secondsText} from '../../output/moments.ts';
import {say, writeJsonLine} from '../../output/output.ts';
import {type Call, withService} from '../../start/session.ts';
import {alertCommandMessages} from '../../../messages/alerts.ts';

type Options = {once?: true; test?: true; json?: true};

export function addAlerts(program: Command, run: Run): void {
	const alert = describe(program.command('alert').alias('alerts'), alertCommandMessages);
	addAcknowledge(alert, run);
	alert
		.option('--once', alertCommandMessages.onceHelp)
		.option('--test', alertCommandMessages.testHelp)
		.addOption(jsonOption(alertCommandMessages.jsonHelp))
		.action(
			run(async (io, flags, options: Options) => {
				const config = loadConfig({flags, env: io.env});
				if (options.once && options.test) throw new UsageError(alertCommandMessages.onceOrTest);
				if (options.test) return test(io, config, await wantedAlerts(config), options);
				if (options.once) {
					const alerts = await wantedAlerts(config);
					return withService(io, flags, call => checkOnce(io, call, alerts, options));
				}
				const alerts = sendsCommands(config) ? await targetOf(config) : await wantedAlerts(config);
				const {followAlerts} = await import('./follow.ts');
				return followAlerts(io, config, alerts, (alert, deliveries) =>
					reportAlert(io, alert, deliveries, options),
				);
			}),
		);
}

/** Triggers that send commands need no target. */
const sendsCommands = ({settings}: Config): boolean => settings.triggers.some(({act}) => act === 'command');

async function targetOf(config: Config): Promise<AlertsConfig | undefined> {
	const alerts = await config.alerts?.();
	return alerts?.command || alerts?.webhook ? alerts : undefined;
}

/** Throws `UsageError` if no target is configured. */
async function wantedAlerts(config: Config): Promise<AlertsConfig> {
	const alerts = await config.alerts?.();
	if (!alerts) throw new UsageError(alertCommandMessages.notConfigured);
	if (!alerts.command && !alerts.webhook) throw new UsageError(alertCommandMessages.noTarget);
	return alerts;
}

async function test(io: Io, {label}: Config, alerts: AlertsConfig, options: Options): Promise<ExitCode> {
	const alert: Alert = {
		event: 'test',
		at: Date.now(),
		profile: printableLine(label),
		subjects: [],
		affected: [],
	};
	const send = createAlertSender(alerts, {env: io.env, clock: systemClock, signal: io.ending});
	return reportAlert(io, alert, await send(alert), options);
}

/** Prints the alert on stdout, and the deliveries on stderr. */
function reportAlert(io: Io, alert: Alert, deliveries: readonly AlertDelivery[], {json}: Options): ExitCode {
	if (json) writeJsonLine(io, {...alertDocument(alert), deliveries});
	else io.stdout.write(`${secondsText(alert.at)}  ${alertText(alert)}\n`);
	for (const {target, problem} of deliveries) {
		say(
			io,
			problem === undefined ? alertCommandMessages.delivered(target) : alertCommandMessages.failed(problem),
		);
	}
	const failures = deliveries.filter(({problem}) => problem !== undefined).length;
	if (failures === 0) return exitCodes.done;
	return failures < deliveries.length ? exitCodes.partlyFailed : exitCodes.failed;
}

/** Checks once, for a timer such as cron. Changes are found by the state that the last run saved. */
async function checkOnce(io: Io, call: Call, alerts: AlertsConfig, options: Options): Promise<ExitCode> {
	const {config} = call;
	const port = openAlertPort(alerts, config, {env: io.env, clock: systemClock, signal: io.ending});
	if (!(await port.claim())) {
		say(io, alertCommandMessages.sentElsewhere);
		return exitCodes.done;
	}
	try {
		return await sendDue(io, call, port, options);
	} finally {
		port.release();
	}
}

async function sendDue(io: Io, call: Call, port: AlertPort, options: Options): Promise<ExitCode> {
	const {api, config, signal} = call;
	const teamId = await call.teamId();
	const {items: servers, unreadable} = await api.listServers({teamId}, {signal});
	const nodes = await nodesOf(call, teamId);
	const now = Date.now();
	let state = restoreState(await port.recall(), now);
	const isFirst = state.resumes.length === 0;
	const fleet = await fleetWithJournal(io, config, servers, {team: teamId, now, seen: state.entered});
	const stopped = stoppedIn(fleet);
	state = applySnapshot(
		{...state, entered: enteredIn(fleet)},
		serversSnapshot(servers, id => stopped.has(id), fleet.hung),
		now,
	);
	if (nodes) state = applySnapshot(state, nodesSnapshot(nodes), now);
	let code: ExitCode = exitCodes.done;
	for (;;) {
		// The time between two runs replaces the wait for further changes.
		const due = dueAlert(state, port.rules, now, 0);
		if (due.event === undefined) break;
		const nodeName = (id: string) => servers.find(({nodeId}) => nodeId === id)?.nodeName ?? id;
		const alert = alertOf(due, state, {profile: printableLine(config.label), now, nodeName});
		const deliveries = await port.send(alert);
		const outcome = reportAlert(io, alert, deliveries, options);
		if (code === exitCodes.done) code = outcome;
		const isDelivered = deliveries.some(({problem}) => problem === undefined);
		state = afterSending(state, due, isDelivered, now);
	}
	const listed = {servers, isOwn: () => false};
	const {state: known, changes} = isWhole({unreadable})
		? dueFleetChanges(state, listed, port.rules, now, 0)
		: {state, changes: []};
	state = known;
	if (changes.length > 0) {
		const alert = fleetAlert(changes, printableLine(config.label), now);
		const deliveries = await port.send(alert);
		const outcome = reportAlert(io, alert, deliveries, options);
		if (code === exitCodes.done) code = outcome;
		state = afterFleetAlert(
			state,
			listed,
			deliveries.some(({problem}) => problem === undefined),
			now,
		);
	}
	port.remember(serializeState(state, now));
	if (isFirst) say(io, alertCommandMessages.firstLook(servers.length));
	return code;
}

/** Returns since when servers have been in a state that is neither up nor down, for the next run. */
const enteredIn = ({list, since}: FleetState): LastChange[] =>
	list.flatMap(({id: serverId, state}) => {
		const at = since.get(serverId)?.at;
		return at === undefined || state === undefined || isUp(state) || isDown(state)
			? []
			: [{serverId, at, state}];
	});

/** Returns undefined if the credentials may not read nodes, or if the service has no such endpoint. */
async function nodesOf({api, signal}: Call, teamId: string): Promise<readonly Node[] | undefined> {
	try {
		return (await api.listNodes({teamId}, {signal})).items;
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'refused' && error.status !== 401) return undefined;
		throw error;
	}
}
