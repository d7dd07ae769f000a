import type {Feature} from '../kernel/state/feature.ts';
import type {Program} from '../kernel/state/program.ts';

/** Loads the code only if alerts are configured. */
function sendAlerts(program: Program): () => void {
	const {openAlerts} = program;
	if (!openAlerts) return () => {};
	let isOver = false;
	let stop = () => {};
	void Promise.all([import('./run-alerts.ts'), openAlerts()]).then(([{runAlerts}, port]) => {
		if (!isOver) stop = runAlerts(program, port);
	});
	return () => {
		isOver = true;
		stop();
	};
}

export const alertsFeature: Feature = {id: 'alerts', effects: [sendAlerts]};
