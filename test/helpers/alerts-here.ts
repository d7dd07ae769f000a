import {alertText} from '../../src/app/alerts/payloads.ts';
import type {Alert, AlertDelivery, AlertPort} from '../../src/app/kernel/state/services.ts';

/** Alerts that end here, or fail for this reason. */
export function alertsHere({problem}: {problem?: string} = {}) {
	const sent: string[] = [];
	const failing = {problem};
	const port: AlertPort = {
		rules: {forMs: 60_000, maxPerHour: 20, quietHours: undefined},
		claim: async () => true,
		recall: async () => undefined,
		remember: () => {},
		send: async (alert: Alert): Promise<AlertDelivery[]> => {
			sent.push(alertText(alert).replaceAll(/ since \d\d:\d\d/g, ''));
			return [{target: 'webhook', problem: failing.problem}];
		},
		release: () => {},
	};
	return {sent, failing, openAlerts: async () => port};
}
