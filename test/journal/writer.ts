import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {commandEntry, typed} from './entries.ts';

/**
 * A separate session: `node writer.ts FILE NAME COUNT close|hang` records COUNT commands that every session
 * receives.
 */
const [file = '', name = '', count = '0', then = 'close'] = process.argv.slice(2);
const journal = openJournal({
	path: file,
	clock: systemClock,
	onProblem: words => process.stdout.write(`problem ${words}\n`),
});

for (let n = 0; n < Number(count); n++) {
	journal.remember([
		commandEntry(n),
		commandEntry(n, {at: n}, {commandId: undefined}),
		typed(`${name} ${n}`, n),
	]);
	if (n % 20 === 0) await new Promise(resolve => setTimeout(resolve, 5));
}
if (then === 'close') journal.close();
else {
	// Long enough to write the queue.
	systemClock.after(1500, () => process.stdout.write('written\n'));
	systemClock.after(60_000, () => {});
}
