import {seeded} from '../../helpers/nasty-wire.ts';
import type {Outcome, Trial} from '../run.ts';
import {openSentTrial} from '../sent-trial.ts';

/**
Sends commands and actions from two sessions and one-shot commands under random faults, kills some of the senders, and
compares what the front, the service, the journal and the screens know of each.
*/
export async function run({minutes, seed, print}: Trial): Promise<Outcome> {
	const random = seeded(seed);
	const endsAt = performance.now() + minutes * 60_000;
	const totals: Outcome = {
		tried: 0,
		posts: 0,
		executed: 0,
		kills: 0,
		sentTwice: 0,
		lost: 0,
		doubled: 0,
		someoneElses: 0,
		wrongOutcome: 0,
		failures: [],
	};
	// The service keeps 200 commands of each server, so each part is checked before it forgets.
	while (performance.now() < endsAt) {
		const trial = await openSentTrial(random, print);
		try {
			for (let steps = 0; steps < 80 && performance.now() < endsAt; steps++) await trial.step();
			const {failures, ...counts} = await trial.check();
			totals.failures.push(...failures);
			for (const [name, count] of Object.entries(counts)) totals[name] = Number(totals[name]) + count;
		} finally {
			await trial.close();
		}
	}
	return totals;
}
