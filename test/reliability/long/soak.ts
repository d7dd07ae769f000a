import path from 'node:path';
import {importBuilt} from '../../helpers/import-built.ts';
import type * as Compressed from '../compressed-soak.ts';
import {soakReal} from '../real-soak.ts';
import type {Outcome, Trial} from '../run.ts';
import {soakPrograms} from '../soak-programs.ts';

const load = {servers: 500, perSecond: 100};
/** Minutes of compressed time for each minute of the trial. */
const compression = 4;
/** How much the heap may certainly grow in the second half, when the consoles are full and all code is compiled. */
const maxSlopeMbPerHour = 10;

/**
Runs the session with its screen and in lines on an injected clock for four times as long, then the built TUI, `feed`,
`servers --watch` and `serve` in real time.
Fails if memory grows once the consoles are full, if something is left behind, or if the journal is damaged.
*/
export async function run(trial: Trial): Promise<Outcome> {
	const built = await importBuilt(path.resolve(import.meta.dirname, '../compressed-soak.ts'));
	const {soakCompressed, slopeErrorOf, slopeOf} = built as typeof Compressed;
	const failures: string[] = [];
	const counts: Record<string, string> = {};
	let tried = 0;
	for (const front of ['tui', 'line'] as const) {
		const {seed} = trial;
		// Packages add listeners to the process when they are first used.
		await soakCompressed({...load, front, minutes: 0.2, seed});
		const minutes = compression * trial.minutes;
		const onSample = (sample: object) => trial.print(`${front} ${JSON.stringify(sample)}`);
		const {samples, left, bugs, acts, sent, faults} = await soakCompressed({
			...load,
			front,
			minutes,
			seed,
			onSample,
		});
		const late = samples.filter(({minute}) => minute > minutes / 2);
		const [slope, error] = [slopeOf(late), slopeErrorOf(late)];
		const whatIsLeft = JSON.stringify(left);
		if (slope - 2 * error > maxSlopeMbPerHour)
			failures.push(`${front}: the heap grows by ${slope.toFixed(1)} MB/h`);
		if (whatIsLeft !== nothingLeft) failures.push(`${front}: it left ${whatIsLeft}`);
		for (const bug of bugs) failures.push(`${front}: ${bug}`);
		counts[front] =
			`${slope.toFixed(1)} ± ${error.toFixed(1)} MB/h, ${sent} messages, ${acts} acts, ${faults} faults`;
		tried += acts;
	}
	const [real, programs] = await Promise.all([soakReal(trial), soakPrograms(trial)]);
	return {
		...programs,
		...real,
		...counts,
		tried: tried + real.tried + programs.tried,
		failures: [...failures, ...programs.failures, ...real.failures],
	};
}

const nothingLeft = JSON.stringify({timers: 0, listeners: 0, resources: [], integrity: 'ok'});
