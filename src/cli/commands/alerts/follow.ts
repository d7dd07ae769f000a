import type {AlertsConfig} from '../../../config/alerts.ts';
import type {Config} from '../../../config/load.ts';
import type {Alert, AlertDelivery} from '../../../app/kernel/state/services.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {plural} from '../../../lib/text/plural.ts';
import {alertCommandMessages} from '../../../messages/alerts.ts';
import {endOfStream} from '../../start/deadline.ts';
import {CommandError, type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import {type Io, readingOf} from '../../output/io.ts';
import {say} from '../../output/output.ts';
import {checkService} from '../../start/session.ts';
import {openTuiSession} from '../../start/tui-session.ts';
import {openAlertPort} from './port.ts';

type ReportAlert = (alert: Alert, deliveries: readonly AlertDelivery[]) => void;

/** Runs a session without a screen that sends alerts, if there is a target, and acts on triggers until it is ended. State changes go into the journal, as in the TUI. */
export async function followAlerts(
	io: Io,
	config: Config,
	alerts: AlertsConfig | undefined,
	reportAlert: ReportAlert,
): Promise<ExitCode> {
	for (const warning of config.warnings) say(io, warning);
	checkService(io, config);
	const signal = readingOf(io);
	const port = alerts && openAlertPort(alerts, config, {env: io.env, clock: systemClock, signal});
	let isElsewhere = false;
	const session = openTuiSession(io, config, Promise.resolve(), {
		isUnattended: true,
		...(port && {
			openAlerts: async () => ({
				...port,
				claim: async () => {
					const isOurs = await port.claim();
					if (isOurs === isElsewhere) {
						isElsewhere = !isOurs;
						say(io, isOurs ? alertCommandMessages.takenOver : alertCommandMessages.sentElsewhere);
					}
					return isOurs;
				},
				send: async alert => {
					const deliveries = await port.send(alert);
					reportAlert(alert, deliveries);
					return deliveries;
				},
			}),
		}),
	});
	try {
		await untilEnd(io, session.services.store, signal);
		return endOfStream(io);
	} finally {
		await session.close();
	}
}

type Store = ReturnType<typeof openTuiSession>['services']['store'];

/** Prints why the list cannot be read. Rejects credentials that were never accepted. */
function untilEnd(io: Io, {getState, subscribe}: Store, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		let shown: string | undefined;
		const check = () => {
			const {fleet, access} = getState();
			const failure = fleet.problem?.failure ?? (fleet.at === undefined ? access.problem : undefined);
			if (failure?.status === 401 && fleet.at === undefined) {
				unsubscribe();
				reject(new CommandError(failure.title, exitCodes.notSignedIn));
				return;
			}
			const title = failure?.title ?? (fleet.at === undefined ? undefined : '');
			if (title === undefined || title === shown) return;
			shown = title;
			say(io, title === '' ? alertCommandMessages.watching(plural(fleet.list.length, 'server')) : title);
		};
		const unsubscribe = subscribe(check);
		const end = () => {
			unsubscribe();
			resolve();
		};
		if (signal.aborted) end();
		else signal.addEventListener('abort', end, {once: true});
	});
}
